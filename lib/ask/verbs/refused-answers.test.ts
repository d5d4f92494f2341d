import { answerLink } from "@/lib/ask/verbs/answer-link";
import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { answered, asked, booking, HOUR, READING_MS } from "@/lib/ask/verbs/testing/questions";
import { reading } from "@/lib/ask/verbs/testing/reading";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { viewLink } from "@/lib/ask/verbs/view-link";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const other = { ...booking, fields: { ...booking.fields, seats: ["3"] } };

describe("a form that is too late", () => {
  test("is kept apart by why", async () => {
    const lapsed = await reading();
    await pass(HOUR);
    expect(await lapsed.send()).toMatchObject({ outcome: "lapsed", view: { phase: "lapsed", canExtend: true } });
    await pass(10 * HOUR);
    expect(await lapsed.send()).toMatchObject({ outcome: "expired", view: { phase: "expired", answer: null } });

    const withdrawn = await reading();
    await withdrawInteraction(withdrawn.agent, withdrawn.id, {});
    expect(await withdrawn.send()).toMatchObject({ outcome: "withdrawn", view: { phase: "withdrawn" } });

    const done = await reading();
    const { eventId } = await answered(done);
    await completeInteraction(done.agent, done.id, { ifMatch: '"1"', body: { response_event_id: eventId } });
    expect(await done.send(other)).toMatchObject({ outcome: "completed", view: { phase: "completed" } });
  });

  test("by one millisecond is late, and one before is not", async () => {
    const question = await asked();
    const { nonce } = await viewLink(question.visitor, question.secret);
    await pass(HOUR - 1);
    expect(await answerLink(question.visitor, question.secret, { nonce, ...booking })).toMatchObject({
      outcome: "accepted",
    });
    const late = await reading();
    await pass(HOUR - READING_MS);
    expect((await late.send()).outcome).toBe("lapsed");
  });

  test("because the deadline passed between deciding and committing is refused", async () => {
    const { app, send } = await reading();
    app.store.beforeCommit = () => pass(HOUR);
    expect((await send()).outcome).toBe("lapsed");
    expect(app.store.commits).toEqual([]);
  });
});

describe("a press faster than a person reads", () => {
  test("is asked again, and again as long as it is one", async () => {
    const { visitor, secret, app } = await asked();
    let { nonce } = await viewLink(visitor, secret);
    // The page that asks once more is a second look, which takes a person less time than the first.
    for (const delay of [1999, 300, 300, 699]) {
      await pass(delay);
      const result = await answerLink(visitor, secret, { nonce, ...booking });
      if (result.outcome !== "confirm") expect.unreachable();
      nonce = result.view.nonce;
    }
    expect(app.store.commits).toEqual([]);
    await pass(700);
    expect((await answerLink(visitor, secret, { nonce, ...booking })).outcome).toBe("accepted");
  });

  test("that rejects is asked again too", async () => {
    const { visitor, secret } = await asked();
    const { nonce } = await viewLink(visitor, secret);
    expect((await answerLink(visitor, secret, { nonce, actionId: "drop", fields: {} })).outcome).toBe("confirm");
  });
});

describe("a form that does not fit", () => {
  test.each([
    ["an action that is not offered", { actionId: "pay", fields: booking.fields }, [""]],
    ["no action", { actionId: "", fields: booking.fields }, [""]],
    ["fields that are missing", { actionId: "book", fields: {} }, ["seats", "wish"]],
    ["a number that is none", { ...booking, fields: { ...booking.fields, seats: ["two"] } }, ["seats"]],
  ])("%s: problems, and nothing is kept", async (_, form, fields) => {
    const { app, send } = await reading();
    const result = await send(form as typeof booking);
    if (result.outcome !== "problems") expect.unreachable();
    expect(result.issues.map(({ field }) => field)).toEqual(fields);
    expect(app.store.commits).toEqual([]);
  });

  test.each([
    ["no nonce of ours", () => "made up"],
    ["an empty nonce", () => ""],
    ["another interaction's nonce", (nonce: string) => nonce.replace("int_", "int_9")],
  ])("%s: a stale form, and nothing is kept", async (_, change) => {
    const { app, visitor, secret, nonce } = await reading();
    const result = await answerLink(visitor, secret, { nonce: change(nonce), ...booking });
    expect(result.outcome).toBe("stale_form");
    expect(app.store.commits).toEqual([]);
  });

  test("on a closed link says that it is closed, stale or not", async () => {
    const { visitor, secret, agent, id } = await reading();
    await withdrawInteraction(agent, id, {});
    expect((await answerLink(visitor, secret, { nonce: "made up", ...booking })).outcome).toBe("withdrawn");
  });
});

test("a link that leads nowhere", async () => {
  const { visitor } = await asked();
  expect(await refused(answerLink(visitor, "nothing", { nonce: "", ...booking }))).toMatchObject({ code: "not_found" });
});

test("nothing is accepted when the receipt cannot be signed", async () => {
  const { app, send } = await reading();
  vi.spyOn(app.ask.receipts, "sign").mockRejectedValueOnce(new Error("no key"));
  await expect(send()).rejects.toThrow("no key");
  expect(app.store.commits).toEqual([]);
  expect((await send()).outcome).toBe("accepted");
});
