import type { SessClient } from "../client.js";
import { isSessError } from "../error.js";
import type { Summary } from "../interactions/list.js";
import type { WaitOutcome } from "../interactions/wait-for-response.js";
import type { Answered, VerifiedResponse } from "../receipts/verify-response.js";
import { isVerificationError, type VerificationError } from "../receipts/verification-error.js";
import { isKeyRefused, waitAgain } from "./connect.js";
import { EXIT } from "./exit-codes.js";
import type { WhichSess } from "./flags.js";
import type { Io } from "./io.js";
import { startLiveLine } from "./live-line.js";
import { answerJson, answerText } from "./print-answer.js";
import { terminalText } from "./terminal-text.js";

export interface Followed {
  id: string;
  revision: number;
  /** What Sess said last: there is nothing to wait for where it is anything but `waiting`. */
  state: Summary["state"];
  /** ms since the epoch */
  openUntil: number;
  which: WhichSess;
  json: boolean;
}

const KEY_SET_PAUSE_MS = 10_500;
const VERIFY_TRIES = 3;

/** Waits, verifies, tells the person's page that the answer has arrived, and prints it. Returns the exit code. */
export async function follow(sess: SessClient, io: Io, followed: Followed): Promise<number> {
  try {
    const outcome = await waitWithLine(sess, io, followed);
    if (outcome.state !== "answered" && outcome.state !== "completed") return unanswered(io, followed, outcome.state);
    return await release(sess, io, followed, outcome);
  } catch (error) {
    return explainEnd(error, io, followed);
  }
}

/** What to do about it: only this place knows which question it was. */
function explainEnd(error: unknown, io: Io, { id, which }: Followed): number {
  const again = waitAgain(id, which, io.env);
  if (isVerificationError(error) && error.code === "ISSUER_MISMATCH") return explainIssuer(error, io, again);
  if (isKeyRefused(error)) io.stderr.write(`\nTo wait again with a key that is accepted: ${again}\n`);
  if (isKeyRefused(error) || !canWaitAgain(error)) throw error;
  io.stderr.write(isAborted(error) ? "\nStopped waiting. The link stays open.\n" : `\n${error.message}\n`);
  io.stderr.write(`To wait again: ${again}\n`);
  return isAborted(error) ? EXIT.interrupted : EXIT.unavailable;
}

/** Whether two names are one Sess is for the person to know: the receipt cannot vouch for itself. */
function explainIssuer({ code, message }: VerificationError, io: Io, again: string): number {
  io.stderr.write(
    `\n${terminalText(message)} (${code})\n` +
      "A server signs as its PUBLIC_ORIGIN, else as http://localhost and its port, also with --lan.\n" +
      "If both are the server you mean, name the one that signs with --receipt-issuer or SESS_RECEIPT_ISSUER.\n" +
      `The answer is kept: ${again} --receipt-issuer <url>\n`,
  );
  return EXIT.unverified;
}

function canWaitAgain(error: unknown): error is Error {
  return isVerificationError(error) ? error.retryable : isSessError(error) && error.kind !== "configuration";
}

function isAborted(error: Error): boolean {
  return isSessError(error) && error.kind === "aborted";
}

async function waitWithLine(sess: SessClient, io: Io, followed: Followed): Promise<WaitOutcome> {
  const { id, revision, state, openUntil } = followed;
  const line = state === "waiting" ? startLiveLine(io, openUntil) : null;
  try {
    const onConnection = line?.connection;
    return await sess.interactions.waitForResponse(id, { revision, signal: io.signal, onConnection });
  } finally {
    line?.end();
  }
}

function unanswered(io: Io, { id, revision, json }: Followed, state: "expired" | "withdrawn" | "waiting"): number {
  const isExpired = state === "expired";
  io.stderr.write(isExpired ? "Expired: nobody answered.\n" : "Withdrawn: nobody answered, and nobody can any more.\n");
  if (json) io.stdout.write(`${JSON.stringify({ id, state, revision })}\n`);
  return isExpired ? EXIT.expired : EXIT.withdrawn;
}

async function release(sess: SessClient, io: Io, followed: Followed, answered: Answered): Promise<number> {
  const { id, revision } = followed;
  const verified = await verify(sess, io, answered);
  const { surface } = await sess.interactions.get(id, { signal: io.signal });
  await complete(sess, io, { id, revision, verified });
  io.stdout.write(followed.json ? answerJson({ id, state: "answered" }, verified) : answerText(surface, verified));
  const intent = surface.actions.find((action) => action.id === verified.actionId)?.intent;
  return intent === "reject" ? EXIT.rejected : EXIT.answered;
}

/** A key that is newer than the set read last is worth the ten seconds until it may be read again. */
async function verify(sess: SessClient, io: Io, answered: Answered): Promise<VerifiedResponse> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sess.receipts.verifyResponse(answered, { signal: io.signal });
    } catch (error) {
      if (!isVerificationError(error) || !error.retryable || tries === VERIFY_TRIES) throw error;
      await io.clock.sleep(KEY_SET_PAUSE_MS, io.signal);
    }
  }
}

/** The answer is in hand either way; only the person's page would go on saying that it is on its way. */
async function complete(
  sess: SessClient,
  io: Io,
  { id, revision, verified }: { id: string; revision: number; verified: VerifiedResponse },
): Promise<void> {
  try {
    await sess.interactions.complete(id, { revision, responseEventId: verified.eventId });
  } catch (error) {
    if (!isSessError(error)) throw error;
    io.stderr.write(`The answer is verified, but the person's page could not be told: ${error.message}\n`);
  }
}
