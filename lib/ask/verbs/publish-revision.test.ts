import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { answered, asked, HOUR, READING_MS, START } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { next, taken, withdrawn } from "@/lib/ask/verbs/testing/taken";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("publishRevision", () => {
  test("asks again on the same link", async () => {
    const { id, publish, app } = await taken();
    expect(await publish()).toEqual({
      interaction: { id, revision: 2, state: "waiting", expiresAt: new Date(START + HOUR).toISOString() },
    });
    expect(app.store.rows.get(id)!.loaded.state.surface.title).toBe("And the wine?");
  });

  test.each([
    ["before an answer", async () => asked(), "invalid_state"],
    ["after a withdrawal", async () => withdrawn(), "invalid_state"],
  ])("%s is refused", async (_, make, code) => {
    const { agent, id } = await make();
    const body = { response_event_id: "evt_00000000", interaction: next };
    expect((await refused(publishRevision(agent, id, { body, ifMatch: '"1"' }))).code).toBe(code);
  });

  test("for another answer is refused", async () => {
    const { publish } = await taken();
    const error = await refused(publish({ response_event_id: "evt_00000000" }));
    expect(error).toMatchObject({ code: "response_mismatch", status: 409 });
  });

  test("after the completion is refused", async () => {
    const { publish, complete } = await taken();
    await complete();
    expect((await refused(publish())).code).toBe("invalid_state");
  });

  test("when nobody could answer any more is refused", async () => {
    const { publish } = await taken();
    await pass(11 * HOUR - READING_MS - 1);
    const { interaction: published } = await publish({}, '"1"', "once");
    expect(published.state).toBe("waiting");
    const late = await taken();
    await pass(11 * HOUR);
    expect((await refused(late.publish())).code).toBe("invalid_state");
  });

  test("asks a hundred times at most", async () => {
    const { app, id, publish } = await taken();
    app.store.rows.get(id)!.loaded.state.revision = 100;
    expect(await refused(publish({}, '"100"'))).toMatchObject({ code: "invalid_state", status: 409 });
    app.store.rows.get(id)!.loaded.state.revision = 99;
    expect((await publish({}, '"99"')).interaction.revision).toBe(100);
  });

  test("needs a place among the links that the plan allows, as a new one does", async () => {
    const { app, publish } = await taken();
    app.plan.maxOpen = 1;
    const other = await asked({ app });
    expect(await refused(publish())).toMatchObject({ code: "plan_limit_reached", status: 403, limit: 1 });
    await answered(other);
    expect((await publish()).interaction.revision).toBe(2);
  });

  test("that the horizon overtakes is decided again", async () => {
    const { publish, app } = await taken();
    app.store.beforeCommit = () => pass(12 * HOUR);
    expect((await refused(publish())).code).toBe("invalid_state");
  });

  test.each([
    ["unknown property", { extra: 1 }, "/extra"],
    ["fault inside", { interaction: { ...next, title: "" } }, "/interaction/title"],
    ["no event", { response_event_id: undefined }, "/response_event_id"],
  ])("%s is refused with its pointer", async (_, more, field) => {
    const { publish } = await taken();
    expect(await refused(publish(more))).toMatchObject({ code: "invalid_arguments", field });
  });
});

test("two agents publish at once: one is told of the other", async () => {
  const { publish, app } = await taken();
  app.store.beforeCommit = () => publish();
  expect((await refused(publish())).code).toBe("revision_mismatch");
});
