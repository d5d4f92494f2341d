import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { answered, interaction } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { next, taken } from "@/lib/ask/verbs/testing/taken";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

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
        body: { response_event_id: question.eventId },
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
