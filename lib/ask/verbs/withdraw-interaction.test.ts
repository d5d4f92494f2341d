import { answered, asked, HOUR } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { taken } from "@/lib/ask/verbs/testing/taken";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("withdrawInteraction", () => {
  async function lapsed() {
    const question = await asked();
    await pass(HOUR);
    return question;
  }

  test.each([
    ["waiting", asked],
    ["lapsed", lapsed],
  ])("closes a %s link, and may be repeated", async (_, make) => {
    const { agent, id } = await make();
    const first = await withdrawInteraction(agent, id, {});
    expect(first).toMatchObject({ interaction: { id, revision: 1, state: "withdrawn" } });
    expect(first.interaction.withdrawnAt).toBe(new Date(Date.now()).toISOString());
    await pass(5000);
    expect(await withdrawInteraction(agent, id, { body: {} })).toEqual(first);
  });

  test("of an answered, completed or expired one is refused", async () => {
    const { agent, id, complete } = await taken();
    expect((await refused(withdrawInteraction(agent, id, {}))).code).toBe("invalid_state");
    await complete();
    expect((await refused(withdrawInteraction(agent, id, {}))).code).toBe("invalid_state");
    const late = await asked();
    await pass(11 * HOUR);
    expect((await refused(withdrawInteraction(late.agent, late.id, {}))).code).toBe("invalid_state");
  });

  test("that an answer overtakes is refused", async () => {
    const question = await asked();
    question.app.store.beforeCommit = () => answered(question);
    expect((await refused(withdrawInteraction(question.agent, question.id, {}))).code).toBe("invalid_state");
  });

  test.each([
    [{ why: "late" }, "/why"],
    [[], ""],
    ["now", ""],
  ])("with %j is refused", async (body, field) => {
    const { agent, id } = await asked();
    const error = await refused(withdrawInteraction(agent, id, { body }));
    expect(error.code).toBe("invalid_arguments");
    if (field !== "") expect(error.field).toBe(field);
  });
});

test("a store that is always faster is unavailable in the end", async () => {
  const { agent, id, app } = await asked();
  vi.spyOn(app.store, "commit").mockResolvedValue({ outcome: "stale" });
  expect(await refused(withdrawInteraction(agent, id, {}))).toMatchObject({ code: "unavailable", retryable: true });
});
