import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { readResponse } from "@/lib/ask/verbs/read-response";
import { sampleAnswer } from "@/lib/front/sample";
import type { Sample } from "@/lib/front/sample-question";
import type { AppPorts } from "@/lib/http/ports";
import type { Ctx } from "@/lib/context";
import { ERRORS, isProtocolError } from "@sess.si/protocol";

/** Until when it waits, and who hears of an answer. */
export interface Waiting {
  signal: AbortSignal;
  tell(answer: string): void;
}

/** Waits for the sample's answer as any agent does, and completes it: the person's page goes on. */
export async function runSampleAgent(app: AppPorts, { ids, agent }: Sample, { signal, tell }: Waiting): Promise<void> {
  const ctx: Ctx = { ...agent, ask: app.ask, signal };
  await Promise.all(ids.map((id) => untilTaken(ctx, id, { log: app.log, tell })));
}

type Told = Pick<Waiting, "tell"> & Pick<AppPorts, "log">;

const BETWEEN_WAITS_MS = 1_000;
const OUTAGE_PAUSE_MS = 5_000;

/** Whatever becomes of the sample, the server stays up. */
async function untilTaken(ctx: Ctx, id: string, { log, tell }: Told): Promise<void> {
  while (!ctx.signal.aborted) {
    try {
      if (await take(ctx, id, tell)) return;
      // While a link is past its time, and could be extended, a wait does not wait.
      await pause(BETWEEN_WAITS_MS, ctx.signal);
    } catch (error) {
      if (ctx.signal.aborted) return;
      if (!isProtocolError(error) || !ERRORS[error.code].retryable) {
        return log.warn({ err: error }, "nobody waits for the sample question any more");
      }
      await pause(OUTAGE_PAUSE_MS, ctx.signal);
    }
  }
}

/** False while the person may still answer. */
async function take(ctx: Ctx, id: string, tell: Waiting["tell"]): Promise<boolean> {
  const { state, revision, response } = (await readResponse(ctx, id, {})).interaction;
  if (state === "waiting") return false;
  if (state !== "answered" || response === undefined) return true;
  await completeInteraction(ctx, id, { ifMatch: `"${revision}"`, body: { response_event_id: response.eventId } });
  tell(sampleAnswer(response));
  return true;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
