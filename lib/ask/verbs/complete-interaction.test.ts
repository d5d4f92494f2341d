import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { asked, HOUR, READING_MS, START } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { taken, withdrawn } from "@/lib/ask/verbs/testing/taken";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("completeInteraction", () => {
  test("says so once, and with the same answer again", async () => {
    const { id, complete, app } = await taken();
    const first = await complete();
    const completedAt = new Date(START + READING_MS).toISOString();
    expect(first).toEqual({ interaction: { id, revision: 1, state: "completed", completedAt } });
    await pass(5000);
    expect(await complete()).toEqual(first);
    expect(app.store.commits.filter((type) => type === "completed")).toHaveLength(1);
  });

  test("long after the link has closed is fine", async () => {
    const { complete } = await taken();
    await pass(100 * HOUR);
    expect((await complete()).interaction.state).toBe("completed");
  });

  test("for another answer is refused, before and after", async () => {
    const { complete } = await taken();
    const other = { response_event_id: "evt_00000000" };
    expect((await refused(complete(other))).code).toBe("response_mismatch");
    await complete();
    expect((await refused(complete(other))).code).toBe("response_mismatch");
  });

  test("of a question that is open, withdrawn or expired is refused", async () => {
    const body = { response_event_id: "evt_00000000" };
    for (const { agent, id } of [await asked(), await withdrawn()]) {
      expect((await refused(completeInteraction(agent, id, { body, ifMatch: '"1"' }))).code).toBe("invalid_state");
    }
    const { agent, id } = await asked();
    await pass(11 * HOUR);
    expect((await refused(completeInteraction(agent, id, { body, ifMatch: '"1"' }))).code).toBe("invalid_state");
  });
});
