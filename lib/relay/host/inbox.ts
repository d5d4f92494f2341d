import type { Caller } from "@/lib/relay/core/caller";
import type { HandOut, WaitResult } from "@/lib/relay/core/step";
import type { HotSession } from "@/lib/relay/host/hot-session";
import { participantOf } from "@/lib/relay/host/participant-of";
import { notWritten } from "@/lib/relay/host/refusals";
import { drainText, missingPayloads, type Payloads, waitText } from "@/lib/relay/host/render";
import type { Sessions } from "@/lib/relay/host/sessions";
import type { HandedOut, WaitOptions } from "@/lib/relay/ports";
import { RelayError } from "@sess.si/protocol";

interface WaitCall {
  caller: Caller;
  input: WaitOptions;
  signal: AbortSignal;
}

/** Parks a wait until there is something, its time has run, or its caller hangs up. */
export async function waitForEvent(sessions: Sessions, sessionId: string, call: WaitCall): Promise<HandedOut> {
  const { budget } = sessions;
  budget.refuseWait();
  const hot = sessions.now(sessionId) ?? (await sessions.find(sessionId, call.caller, "wait"));
  budget.waits += 1;
  try {
    const result = await park(sessions, hot, call);
    return await handOver(sessions, hot, call.caller, result, waitText);
  } finally {
    budget.waits -= 1;
  }
}

/** Hands out whatever is there. */
export async function drainInbox(
  sessions: Sessions,
  sessionId: string,
  { caller, cursor }: { caller: Caller; cursor: number | null },
): Promise<HandedOut> {
  const hot = sessions.now(sessionId) ?? (await sessions.find(sessionId, caller, "drain"));
  const handed = await hot.lane.call<"drain">({ type: "drain", caller, cursor });
  return handOver(sessions, hot, caller, handed, drainText);
}

function park(sessions: Sessions, { lane, outlet }: HotSession, call: WaitCall): Promise<WaitResult> {
  const { caller, input, signal } = call;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(hungUp());
    const waitId = sessions.newWaitId();
    const hangUp = (): void => {
      outlet.waits.delete(waitId);
      const participantId = participantOf(lane.state, caller);
      if (participantId !== null) lane.signal({ type: "wait_aborted", participantId, waitId });
      reject(hungUp());
    };
    const settle = <A>(act: (result: A) => void) => {
      return (result: A): void => {
        signal.removeEventListener("abort", hangUp);
        outlet.waits.delete(waitId);
        act(result);
      };
    };
    signal.addEventListener("abort", hangUp, { once: true });
    const failed = settle(reject);
    const timeoutSeconds = Math.min(
      input.timeoutSeconds ?? lane.state.rules.limits.default_wait_seconds,
      input.maxSeconds,
    );
    outlet.waits.set(waitId, { done: settle(resolve), failed, timeoutSeconds, withSeq: input.withSeq });
    const { names, cursor, maxSeconds, withSeq } = input;
    const asked = { waitId, names, timeoutSeconds: input.timeoutSeconds, maxSeconds, cursor, withSeq };
    lane.callNow<"wait">({ type: "wait", caller, ...asked }, { seen: () => undefined, refused: failed });
  });
}

function hungUp(): RelayError {
  return new RelayError("client_disconnect", "The caller hung up.");
}

/** Renders what was handed out; how the reply ends is told to the session. */
async function handOver<H extends HandOut>(
  { options: { clock, journal } }: Sessions,
  { lane, id }: HotSession,
  caller: Caller,
  handed: H,
  render: (handed: H, now: number, payloads?: Payloads) => string,
): Promise<HandedOut> {
  const { batch, messages } = handed;
  const participantId = batch === null ? null : participantOf(lane.state, caller);
  const tell = (type: "reply_finished" | "reply_failed"): void => {
    if (participantId !== null && batch !== null) lane.signal({ type, participantId, batch });
  };
  const missing = missingPayloads(messages);
  const reply = (payloads?: Payloads): HandedOut => ({
    json: render(handed, clock.now(), payloads),
    finished: () => tell("reply_finished"),
    failed: () => tell("reply_failed"),
  });
  if (missing.length === 0 || journal === null) return reply();
  try {
    return reply(await journal.readPayloads(id, missing));
  } catch {
    tell("reply_failed");
    throw notWritten();
  }
}
