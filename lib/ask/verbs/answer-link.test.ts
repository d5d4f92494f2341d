import type { AnswerResult } from "@/lib/ask/verbs/answer-link";
import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { answered, asked, type Asked, booking, HOUR, interaction } from "@/lib/ask/verbs/testing/questions";
import { reading } from "@/lib/ask/verbs/testing/reading";
import { canonicalJson } from "@sess.si/protocol";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const other = { ...booking, fields: { ...booking.fields, seats: ["3"] } };

async function publishAfter(question: Asked, eventId: string) {
  const body = { response_event_id: eventId, interaction };
  await publishRevision(question.agent, question.id, { ifMatch: '"1"', body });
}

describe("an answer that fits", () => {
  test("is accepted, with a receipt of exactly what was asked and said", async () => {
    const { app, id, send } = await reading();
    const result = await send();
    if (result.outcome !== "accepted") expect.unreachable();
    expect(result.repeated).toBe(false);
    const { answer, surfaceSha256 } = app.store.rows.get(id)!.loaded.state;
    expect(JSON.parse(answer!.receipt.slice("signed:".length))).toEqual({
      eventId: result.eventId,
      interactionId: id,
      workspaceId: "ws_acme0001",
      revision: 1,
      actionId: "book",
      surfaceSha256,
      answerSha256: app.ask.sha256(canonicalJson({ actionId: "book", values: { seats: 2, wish: "terrace" } })),
      changed: ["wish"],
      issuedAt: answer!.submittedAt,
    });
    expect(answer!.submittedAt).toBe(Date.now());
  });

  test("that rejects needs no valid fields", async () => {
    const { app, id, send } = await reading();
    const result = await send({ actionId: "drop", fields: { seats: ["lots"], wish: [""] } });
    expect(result.outcome).toBe("accepted");
    expect(app.store.rows.get(id)!.loaded.state.answer).toMatchObject({ actionId: "drop", values: {}, changed: [] });
  });

  test("costs one load and one commit, and nothing can fail after that", async () => {
    const { app, send } = await reading();
    const before = app.store.reads;
    expect(await send()).toEqual({ outcome: "accepted", eventId: expect.any(String), repeated: false });
    expect([app.store.reads - before, app.store.commits]).toEqual([1, ["answered"]]);
  });

  test("sent again is the same answer", async () => {
    const { app, send } = await reading();
    const first = await send();
    const again = await send();
    if (first.outcome !== "accepted" || again.outcome !== "accepted") expect.unreachable();
    expect(again).toMatchObject({ repeated: true, eventId: first.eventId });
    expect(app.store.commits).toEqual(["answered"]);
  });

  test.each<[string, (question: Asked, eventId: string) => Promise<unknown>]>([
    ["the follow-up", publishAfter],
    [
      "the completion",
      ({ agent, id }, eventId) =>
        completeInteraction(agent, id, { ifMatch: '"1"', body: { response_event_id: eventId } }),
    ],
    ["the horizon", () => pass(20 * HOUR)],
  ])("sent again after %s is still the same answer", async (_, happen) => {
    const question = await reading();
    const first = await question.send();
    if (first.outcome !== "accepted") expect.unreachable();
    await happen(question, first.eventId);
    expect(await question.send()).toMatchObject({ outcome: "accepted", repeated: true, eventId: first.eventId });
  });

  test("sent twice at once is one answer, whoever commits first", async () => {
    const { app, send } = await reading();
    let twin: AnswerResult | undefined;
    app.store.beforeCommit = async () => (twin = await send());
    const slower = await send();
    expect(twin).toMatchObject({ outcome: "accepted", repeated: false });
    expect(slower).toMatchObject({ outcome: "accepted", repeated: true });
    expect(app.store.commits).toEqual(["answered"]);
  });
});

describe("a second answer", () => {
  test("from the same form is told what was accepted", async () => {
    const { send } = await reading();
    await send();
    const second = await send(other);
    expect(second).toMatchObject({ outcome: "already_answered", view: { answer: { values: { seats: 2 } } } });
  });

  test("from another phone is told what was accepted", async () => {
    const question = await asked();
    const [first, second] = [await reading(question), await reading(question)];
    await second.send(other);
    expect(await first.send()).toMatchObject({
      outcome: "already_answered",
      view: { answer: { values: { seats: 3 } } },
    });
  });

  test("that was decided at the same time is told what was accepted", async () => {
    const question = await asked();
    const [first, second] = [await reading(question), await reading(question)];
    question.app.store.beforeCommit = () => second.send(other);
    expect(await first.send()).toMatchObject({ outcome: "already_answered" });
  });

  test("to an earlier revision is told that it is superseded", async () => {
    const question = await reading();
    const { eventId } = await answered(question);
    await publishAfter(question, eventId);
    expect(await question.send(other)).toMatchObject({
      outcome: "superseded",
      view: { revision: 2, phase: "waiting" },
    });
    expect(question.app.store.commits).toEqual(["answered", "published"]);
  });
});
