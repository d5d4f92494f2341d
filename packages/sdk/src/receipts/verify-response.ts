import { canonicalJson } from "@sess.si/protocol";
import { configurationError } from "../error.js";
import { aborted, untilAborted } from "../exchange.js";
import type { CallOptions } from "../interactions/change.js";
import { readDetail, type Detail } from "../interactions/get.js";
import type { Answer } from "../interactions/wait-for-response.js";
import type { Settings } from "../settings.js";
import { checkClaims } from "./check-claims.js";
import type { KeySet } from "./key-set.js";
import { openReceipt } from "./open-receipt.js";
import { VerificationError } from "./verification-error.js";

/** What `waitForResponse` returned for an answered interaction. */
export interface Answered {
  id: string;
  revision: number;
  response: Answer;
}

/** An answer that is safe to act on. Its values are still what a person typed. */
export interface VerifiedResponse extends Answer {
  verified: true;
  interactionId: string;
  workspaceId: string;
}

/**
 * Checks signature, claims and digests of the receipt, then reads once more: an answer that was withdrawn or replaced in
 * between is not released. Throws VerificationError.
 */
export async function verifyResponse(
  settings: Settings,
  keySet: KeySet,
  answered: Answered,
  options: CallOptions = {},
): Promise<VerifiedResponse> {
  requireAnswered(answered);
  const { id, revision, response } = answered;
  const { detail, workspaceId: sentWorkspaceId } = await readDetail(settings, id, options.signal);
  requireCurrent(detail, answered);
  const workspaceId = trustedWorkspace(settings, sentWorkspaceId);
  const claims = await unlessAborted(options.signal, () => openReceipt(keySet, response.receipt));
  checkClaims(claims, {
    issuers: settings.receiptIssuers,
    workspaceId,
    interactionId: id,
    revision,
    response,
    surfaceSha256: await digest(detail.surface),
    answerSha256: await digest({ actionId: response.actionId, values: response.values }),
  });
  requireCurrent((await readDetail(settings, id, options.signal)).detail, answered);
  return { ...response, verified: true, interactionId: id, workspaceId };
}

function requireAnswered({ response }: Answered): void {
  if (typeof response?.receipt === "string" && typeof response.values === "object") return;
  throw configurationError("invalid_arguments", "verifyResponse takes what waitForResponse returned as answered.", {
    field: "/response",
  });
}

/** A receipt proves that the answer was accepted once; this, that nothing has come after it. */
function requireCurrent(detail: Detail, { revision, response }: Answered): void {
  const isCurrent = detail.revision === revision && detail.answers.at(-1)?.eventId === response.eventId;
  if (!isCurrent) throw new VerificationError("NOT_CURRENT", "The interaction has moved on from this answer.");
}

/** The receipt must not be the only one to say whose it is. */
function trustedWorkspace({ expectedWorkspaceId }: Settings, sent: string | null): string {
  if (expectedWorkspaceId !== null && sent !== null && sent !== expectedWorkspaceId) {
    throw new VerificationError(
      "WORKSPACE_MISMATCH",
      "The API key belongs to another workspace than the one expected.",
    );
  }
  const trusted = expectedWorkspaceId ?? sent;
  if (trusted !== null && trusted !== "") return trusted;
  throw new VerificationError(
    "VERIFICATION_CONTEXT_MISSING",
    "Sess did not say which workspace the API key belongs to: set expectedWorkspaceId.",
  );
}

async function unlessAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  if (signal.aborted) throw aborted("not_sent");
  try {
    return await untilAborted(signal, work);
  } catch (error) {
    throw signal.aborted ? aborted("unknown") : error;
  }
}

/** base64url SHA-256 of the canonical JSON. */
async function digest(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(value));
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return btoa(String.fromCharCode(...sum))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
