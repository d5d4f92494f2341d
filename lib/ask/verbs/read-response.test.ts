import { answerLink } from "@/lib/ask/verbs/answer-link";
import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { extendLink } from "@/lib/ask/verbs/extend-link";
import { readResponse } from "@/lib/ask/verbs/read-response";
import { key } from "@/lib/ask/verbs/testing/memory-app";
import { answered, asked, booking, HOUR, READING_MS } from "@/lib/ask/verbs/testing/questions";
import { waitingCall } from "@/lib/ask/verbs/testing/waiting-call";
import { viewLink } from "@/lib/ask/verbs/view-link";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { ProtocolError } from "@sess.si/protocol";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("an answer", () => {
  test("given before the call comes at once, and is picked up", async () => {
    const question = await asked();
    const { eventId } = await answered(question);
    const { interaction: reply } = await readResponse(question.agent, question.id, {});
    expect(reply).toEqual({
      id: question.id,
      revision: 1,
      state: "answered",
      response: {
        eventId,
        revision: 1,
        actionId: "book",
        values: { seats: 2, wish: "terrace" },
        changed: ["wish"],
        submittedAt: expect.stringMatching(/Z$/),
        receipt: expect.stringMatching(/^signed:/),
        actorAssurance: "link_holder",
      },
    });
    expect(question.app.store.commits).toEqual(["answered", "picked_up"]);
    await readResponse(question.agent, question.id, {});
    expect(question.app.store.commits).toEqual(["answered", "picked_up"]);
  });

  test("given during the call wakes it", async () => {
    const question = await asked();
    const call = waitingCall(question);
    await pass(1000);
    expect(call.reply).toBeNull();
    await answered(question);
    await pass(0);
    expect(call.reply).toMatchObject({ state: "answered", response: { actionId: "book" } });
    expect(question.app.signals.open.size).toBe(0);
  });

  test("is not for a key that was revoked during the call", async () => {
    const question = await asked();
    const refusal = new ProtocolError("unauthorized", "Revoked");
    const agent = { ...question.agent, recheck: () => Promise.reject(refusal) };
    const call = waitingCall({ ...question, agent });
    await answered(question);
    await pass(0);
    expect([call.reply, call.error]).toEqual([null, refusal]);
    expect(question.app.store.commits).toEqual(["answered"]);
  });

  test("given between watching and reading is not missed", async () => {
    const question = await asked();
    const { store } = question.app;
    const { nonce } = await viewLink(question.visitor, question.secret);
    await pass(READING_MS);
    const load = store.loadById.bind(store);
    vi.spyOn(store, "loadById").mockImplementationOnce(async (...args) => {
      const before = await load(...args);
      await answerLink(question.visitor, question.secret, { nonce, ...booking });
      return before;
    });
    const call = waitingCall(question);
    await pass(0);
    expect(call.reply).toMatchObject({ state: "answered" });
  });

  test("of a completed interaction is still given", async () => {
    const question = await asked();
    const { eventId } = await answered(question);
    const body = { response_event_id: eventId };
    await completeInteraction(question.agent, question.id, { ifMatch: '"1"', body });
    const { interaction: reply } = await readResponse(question.agent, question.id, { revision: "1" });
    expect(reply).toMatchObject({ state: "completed", response: { eventId } });
  });

  test("outlasts the horizon", async () => {
    const question = await asked();
    await answered(question);
    await pass(20 * HOUR);
    const { interaction: reply } = await readResponse(question.agent, question.id, {});
    expect(reply).toMatchObject({ state: "answered", response: { revision: 1 } });
  });
});

describe("a wait", () => {
  test("that ran out says waiting, after one read", async () => {
    const question = await asked();
    question.app.store.reads = 0;
    const call = waitingCall(question);
    await pass(44_999);
    expect(call.reply).toBeNull();
    await pass(1);
    expect(call.reply).toEqual({ id: question.id, revision: 1, state: "waiting" });
    expect(question.app.store.reads).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is as long as asked, whatever wakes it before", async () => {
    const question = await asked();
    const call = waitingCall(question, { wait_ms: "10000" });
    for (let woken = 0; woken < 9; woken += 1) {
      await pass(1000);
      question.app.signals.changed(question.id);
    }
    await pass(999);
    expect(call.reply).toBeNull();
    await pass(1);
    expect(call.reply).toMatchObject({ state: "waiting" });
  });

  test("of 0 ms says waiting at once", async () => {
    const { agent, id } = await asked();
    const { interaction: reply } = await readResponse(agent, id, { wait_ms: "0" });
    expect(reply).toEqual({ id, revision: 1, state: "waiting" });
  });

  test("on a lapsed link says waiting at once, on an expired one that it expired, without an answer", async () => {
    const { agent, id } = await asked();
    await pass(HOUR);
    expect((await readResponse(agent, id, {})).interaction).toEqual({ id, revision: 1, state: "waiting" });
    await pass(10 * HOUR);
    expect((await readResponse(agent, id, {})).interaction).toEqual({ id, revision: 1, state: "expired" });
  });

  test.each([
    ["into a lapse says waiting", 3600, HOUR, "waiting"],
    ["into the end says expired", 25 * 3600, 25 * HOUR, "expired"],
  ])("%s, by a timer of its own", async (_, expires_in, until, state) => {
    const question = await asked({ expires_in });
    await pass(until - 5000);
    const call = waitingCall(question);
    await pass(4999);
    expect(call.reply).toBeNull();
    await pass(1);
    expect(call.reply).toMatchObject({ state });
  });

  test("is moved on by an extension", async () => {
    const question = await asked();
    const { nonce } = await viewLink(question.visitor, question.secret);
    await pass(HOUR - 5000);
    const call = waitingCall(question);
    await extendLink(question.visitor, question.secret, { nonce });
    await pass(44_999);
    expect(call.reply).toBeNull();
    await pass(1);
    expect(call.reply).toMatchObject({ state: "waiting" });
  });

  test("ends with a withdrawal", async () => {
    const question = await asked();
    const call = waitingCall(question);
    await pass(1);
    await withdrawInteraction(question.agent, question.id, {});
    await pass(0);
    expect(call.reply).toEqual({ id: question.id, revision: 1, state: "withdrawn" });
  });

  test("ends at once when the process drains, also one that starts then", async () => {
    const question = await asked();
    const call = waitingCall(question);
    await pass(1);
    question.app.signals.drain();
    await pass(0);
    expect(call.reply).toMatchObject({ state: "waiting" });
    const late = waitingCall(question);
    await pass(0);
    expect(late.reply).toMatchObject({ state: "waiting" });
  });

  test("frees its place at once when the caller hangs up, who has picked up nothing", async () => {
    const question = await asked();
    const caller = new AbortController();
    const call = waitingCall({ ...question, agent: question.app.as(key(), caller.signal) });
    await pass(1);
    expect(question.app.signals.open.size).toBe(1);
    caller.abort();
    await pass(0);
    expect(call.reply).toMatchObject({ state: "waiting" });
    expect(question.app.signals.open.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);

    await answered(question);
    await readResponse(question.app.as(key(), caller.signal), question.id, {});
    expect(question.app.store.commits).toEqual(["answered"]);
  });

  test("costs no reads while it lasts, however many there are", async () => {
    const question = await asked();
    const calls = Array.from({ length: 50 }, () => waitingCall({ ...question, agent: question.app.as(key()) }));
    await pass(1);
    question.app.store.reads = 0;
    await pass(40_000);
    expect(question.app.store.reads).toBe(0);
    await answered(question);
    await pass(0);
    expect(calls.every(({ reply }) => reply?.state === "answered")).toBe(true);
    expect(question.app.store.commits.filter((type) => type === "picked_up")).toHaveLength(1);
  });
});
