import { answerLink } from "@/lib/ask/verbs/answer-link";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { key, type MemoryApp, memoryApp, person } from "@/lib/ask/verbs/testing/memory-app";
import { viewLink } from "@/lib/ask/verbs/view-link";
import type { Ctx } from "@/lib/context";
import { onTestFinished, vi } from "vitest";

/** Later than any bot guard. */
export const READING_MS = 3000;
export const HOUR = 3_600_000;
export const START = Date.UTC(2026, 2, 1, 12);

export const interaction = {
  mode: "interactive",
  title: "Which table?",
  source: {
    kind: "sess_surface",
    components: [
      { type: "field", name: "seats", label: "Seats", schema: { type: "integer", minimum: 1 } },
      { type: "field", name: "wish", label: "Wish", schema: { type: "string" }, value: "window" },
    ],
  },
  actions: [
    { id: "book", label: "Book" },
    { id: "drop", label: "Drop it", intent: "reject" },
  ],
};

export const booking = { actionId: "book", fields: { seats: ["2"], wish: ["terrace"] } };

export interface Asked {
  app: MemoryApp;
  agent: Ctx;
  visitor: Ctx;
  id: string;
  secret: string;
  humanUrl: string;
}

/** An app on a frozen clock at START; only `vi.advanceTimersByTimeAsync` moves it. */
export function frozenApp(): MemoryApp {
  vi.useFakeTimers({ now: START });
  onTestFinished(() => void vi.useRealTimers());
  return memoryApp();
}

/** An open question on a one-hour link. */
export async function asked(options: { app?: MemoryApp; expires_in?: number } = {}): Promise<Asked> {
  const app = options.app ?? frozenApp();
  const agent = app.as(key());
  const body = { interaction, expires_in: options.expires_in ?? 3600 };
  const { id, humanUrl } = (await createInteraction(agent, { body })).interaction;
  return { app, agent, visitor: app.as(person), id, humanUrl, secret: humanUrl.slice("https://sess.test/a/".length) };
}

/** The form as a person sends it, after having read it. */
export async function answered(
  { visitor, secret }: Asked,
  form = booking,
): Promise<{ eventId: string; nonce: string }> {
  const { nonce } = await viewLink(visitor, secret);
  await vi.advanceTimersByTimeAsync(READING_MS);
  const result = await answerLink(visitor, secret, { nonce, ...form });
  if (result.outcome !== "accepted") throw new Error(`not accepted: ${result.outcome}`);
  return { eventId: result.eventId, nonce };
}
