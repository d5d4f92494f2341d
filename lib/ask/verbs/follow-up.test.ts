import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { answered, asked, HOUR, interaction, READING_MS, START } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const next = { ...interaction, title: "And the wine?" };

async function taken() {
  const question = await asked();
  const { eventId } = await answered(question);
  const { agent, id } = question;
  const publish = (more: object = {}, ifMatch: string | undefined = '"1"', idempotencyKey?: string) => {
    const body = { response_event_id: eventId, interaction: next, ...more };
    return publishRevision(agent, id, { body, ifMatch, idempotencyKey });
  };
  const complete = (more: object = {}, ifMatch: string | undefined = '"1"', idempotencyKey?: string) =>
    completeInteraction(agent, id, { body: { response_event_id: eventId, ...more }, ifMatch, idempotencyKey });
  return { ...question, eventId, publish, complete };
}

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

describe.each(["publish", "complete"] as const)("If-Match of %s", (verb) => {
  test("missing is 428", async () => {
    const { agent, id, eventId } = await taken();
    const body = { response_event_id: eventId, ...(verb === "publish" ? { interaction: next } : {}) };
    const call = verb === "publish" ? publishRevision : completeInteraction;
    const error = await refused(call(agent, id, { body }));
    expect(error).toMatchObject({ code: "precondition_required", status: 428 });
  });

  test.each(["1", "*", 'W/"1"', '"one"'])("%s is 400", async (ifMatch) => {
    const question = await taken();
    expect((await refused(question[verb]({}, ifMatch))).code).toBe("invalid_arguments");
  });

  test("of another revision is 412 with the current one", async () => {
    const question = await taken();
    const error = await refused(question[verb]({}, '"7"'));
    expect(error).toMatchObject({ code: "revision_mismatch", status: 412, details: { revision: 1 } });
  });
});

describe.each(["publish", "complete"] as const)("Idempotency-Key of %s", (verb) => {
  test("gives the first reply again, whatever has happened since", async () => {
    const question = await taken();
    const first = await question[verb]({}, '"1"', "once");
    await pass(5000);
    if (verb === "publish") await answered(question);
    expect(await question[verb]({}, '"1"', "once")).toEqual(first);
  });

  test("refuses another body, another revision, another target and another verb", async () => {
    const question = await taken();
    await question[verb]({}, '"1"', "once");
    const other = await taken();
    const { agent } = question;
    const calls = [
      question[verb]({ response_event_id: "evt_00000000" }, '"1"', "once"),
      question[verb]({}, '"2"', "once"),
      createInteraction(agent, { body: { interaction }, idempotencyKey: "once" }),
      completeInteraction(agent, question.id, {
        body: { response_event_id: question.eventId, ...(verb === "complete" ? {} : {}) },
        ifMatch: verb === "complete" ? '"3"' : '"1"',
        idempotencyKey: "once",
      }),
    ];
    for (const call of calls) expect((await refused(call)).code).toBe("idempotency_mismatch");
    await other[verb]({}, '"1"', "once");
  });

  test("of a twin in flight gives one change and one reply", async () => {
    const question = await taken();
    const { store } = question.app;
    let twin: unknown;
    store.beforeCommit = async () => (twin = await question[verb]({}, '"1"', "once"));
    const reply = await question[verb]({}, '"1"', "once");
    expect(reply).toEqual(twin);
    expect(store.commits).toHaveLength(2);
  });

  test("of a refused call is free again", async () => {
    const question = await taken();
    await refused(question[verb]({ response_event_id: "evt_00000000" }, '"1"', "once"));
    await question[verb]({}, '"1"', "once");
  });
});

test("two agents publish at once: one is told of the other", async () => {
  const { publish, app } = await taken();
  app.store.beforeCommit = () => publish();
  expect((await refused(publish())).code).toBe("revision_mismatch");
});

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

async function withdrawn() {
  const question = await asked();
  await withdrawInteraction(question.agent, question.id, {});
  return question;
}

test("a store that is always faster is unavailable in the end", async () => {
  const { agent, id, app } = await asked();
  vi.spyOn(app.store, "commit").mockResolvedValue({ outcome: "stale" });
  expect(await refused(withdrawInteraction(agent, id, {}))).toMatchObject({ code: "unavailable", retryable: true });
});
