import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { answered, asked, type Asked, HOUR } from "@/lib/ask/verbs/testing/questions";
import { watchLink } from "@/lib/ask/verbs/watch-link";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("watchLink", () => {
  function watching({ visitor, secret }: Asked, version: number, waitMs = 30_000) {
    const call: { result: Awaited<ReturnType<typeof watchLink>> | null } = { result: null };
    void watchLink(visitor, secret, { version, waitMs }).then((result) => (call.result = result));
    return call;
  }

  test("returns at once when the page is out of date already", async () => {
    const question = await asked();
    await answered(question);
    const { visitor, secret } = question;
    expect(await watchLink(visitor, secret, { version: 1, waitMs: 30_000 })).toEqual({ version: 2, changed: true });
  });

  test.each<[string, (question: Asked) => Promise<unknown>]>([
    ["an answer", (question) => answered(question)],
    ["a withdrawal", ({ agent, id }) => withdrawInteraction(agent, id, {})],
  ])("returns with %s", async (_, happen) => {
    const question = await asked();
    const call = watching(question, 1);
    await pass(1000);
    expect(call.result).toBeNull();
    await happen(question);
    await pass(0);
    expect(call.result).toEqual({ version: 2, changed: true });
    expect(question.app.signals.open.size).toBe(0);
  });

  test("returns when the agent picks the answer up", async () => {
    const question = await asked();
    await answered(question);
    const call = watching(question, 2);
    await pass(1000);
    await getInteraction(question.agent, question.id);
    await pass(0);
    expect(call.result).toEqual({ version: 3, changed: true });
  });

  test("returns when the time is up, which commits nothing", async () => {
    const question = await asked();
    await pass(HOUR - 1000);
    const call = watching(question, 1);
    await pass(999);
    expect(call.result).toBeNull();
    await pass(1);
    expect(call.result).toEqual({ version: 1, changed: true });
  });

  test("returns unchanged when the wait runs out, the process drains or the page is gone", async () => {
    const question = await asked();
    const call = watching(question, 1);
    await pass(30_000);
    expect(call.result).toEqual({ version: 1, changed: false });
    const drained = watching(question, 1);
    await pass(1);
    question.app.signals.drain();
    await pass(0);
    expect(drained.result).toEqual({ version: 1, changed: false });
    const page = new AbortController();
    const other = await asked();
    const gone = watching({ ...other, visitor: other.app.as({ kind: "person" }, page.signal) }, 1);
    await pass(1);
    page.abort();
    await pass(0);
    expect(gone.result).toEqual({ version: 1, changed: false });
    expect(vi.getTimerCount()).toBe(0);
  });
});
