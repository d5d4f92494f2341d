import { answerLink } from "@/lib/ask/verbs/answer-link";
import { asked, type Asked, booking, READING_MS } from "@/lib/ask/verbs/testing/questions";
import { viewLink } from "@/lib/ask/verbs/view-link";
import { vi } from "vitest";

/** A form in front of a person who has read it. */
export async function reading(question?: Asked) {
  const open = question ?? (await asked());
  const { nonce } = await viewLink(open.visitor, open.secret);
  await vi.advanceTimersByTimeAsync(READING_MS);
  return { ...open, nonce, send: (form = booking) => answerLink(open.visitor, open.secret, { nonce, ...form }) };
}
