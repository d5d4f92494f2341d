import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { answered, asked, HOUR, interaction, READING_MS, START } from "@/lib/ask/verbs/testing/questions";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { canonicalJson } from "@sess.si/protocol";
import { expect, test, vi } from "vitest";

const at = (ms: number) => new Date(START + ms).toISOString();

test("an open question", async () => {
  const question = await asked();
  const { agent, app, id } = question;
  const detail = (await getInteraction(agent, id)).interaction;
  const { surface, ...rest } = detail;
  expect(rest).toEqual({ id, revision: 1, state: "waiting", expiresAt: at(HOUR), answers: [] });
  expect(app.ask.sha256(canonicalJson(surface))).toBe(app.store.rows.get(id)!.loaded.state.surfaceSha256);
  expect(app.store.commits).toEqual([]);
});

test("a lapsed one is waiting, and says so", async () => {
  const { agent, id } = await asked();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect((await getInteraction(agent, id)).interaction).toMatchObject({ state: "waiting", lapsed: true });
  await vi.advanceTimersByTimeAsync(10 * HOUR);
  const expired = (await getInteraction(agent, id)).interaction;
  expect(expired).toMatchObject({ state: "expired", answers: [] });
  expect(expired).not.toHaveProperty("lapsed");
});

test("an answer in it is picked up by the first who reads it, once", async () => {
  const question = await asked();
  const { agent, app, id } = question;
  const { eventId } = await answered(question);
  await vi.advanceTimersByTimeAsync(1000);
  const first = (await getInteraction(agent, id)).interaction;
  expect(first.answers).toEqual([
    {
      revision: 1,
      eventId,
      actionId: "book",
      values: { seats: 2, wish: "terrace" },
      changed: ["wish"],
      submittedAt: at(READING_MS),
      receipt: expect.stringMatching(/^signed:/),
    },
  ]);
  expect(first.pickedUpAt).toBe(at(READING_MS + 1000));
  await vi.advanceTimersByTimeAsync(1000);
  expect((await getInteraction(agent, id)).interaction.pickedUpAt).toBe(first.pickedUpAt);
  expect(app.store.commits).toEqual(["answered", "picked_up"]);
});

test("answers of every revision, ascending", async () => {
  const question = await asked();
  const { agent, id } = question;
  const first = await answered(question);
  const body = { response_event_id: first.eventId, interaction };
  await publishRevision(agent, id, { ifMatch: '"1"', body });
  const open = (await getInteraction(agent, id)).interaction;
  expect(open).toMatchObject({ revision: 2, state: "waiting", answers: [{ revision: 1 }] });
  expect(open).not.toHaveProperty("pickedUpAt");
  const second = await answered(question);
  const done = { response_event_id: second.eventId };
  await completeInteraction(agent, id, { ifMatch: '"2"', body: done });
  const { answers, state, completedAt } = (await getInteraction(agent, id)).interaction;
  expect(answers.map(({ eventId }) => eventId)).toEqual([first.eventId, second.eventId]);
  expect({ state, completedAt }).toEqual({ state: "completed", completedAt: at(2 * READING_MS) });
});

test("a withdrawn one", async () => {
  const { agent, id } = await asked();
  await withdrawInteraction(agent, id, {});
  expect((await getInteraction(agent, id)).interaction).toMatchObject({ state: "withdrawn", withdrawnAt: at(0) });
});
