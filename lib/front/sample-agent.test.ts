import { setImmediate as turn } from "node:timers/promises";
import { runSampleAgent } from "@/lib/front/sample-agent";
import { SAMPLE } from "@/lib/front/sample";
import { answerLink } from "@/lib/ask/verbs/answer-link";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { key, person } from "@/lib/ask/verbs/testing/memory-app";
import { type Asked, frozenApp, READING_MS } from "@/lib/ask/verbs/testing/questions";
import { viewLink } from "@/lib/ask/verbs/view-link";
import type { AppPorts } from "@/lib/http/ports";
import { ProtocolError } from "@sess.si/protocol";
import { expect, it, onTestFinished, vi } from "vitest";

const publish = { actionId: "publish", fields: { summary: ["\u001b[2J mine"], when: ["tonight"] } };
const hold = { actionId: "hold", fields: {} };

async function askedSample(): Promise<Asked> {
  const app = frozenApp();
  const agent = app.as(key());
  const { id, humanUrl } = (await createInteraction(agent, { body: { interaction: SAMPLE } })).interaction;
  return { app, agent, visitor: app.as(person), id, humanUrl, secret: humanUrl.slice("https://sess.test/a/".length) };
}

async function answered({ visitor, secret }: Asked, form: { actionId: string; fields: Record<string, string[]> }) {
  const { nonce } = await viewLink(visitor, secret);
  await vi.advanceTimersByTimeAsync(READING_MS);
  expect(await answerLink(visitor, secret, { nonce, ...form })).toMatchObject({ outcome: "accepted" });
}

function agentOf({ app, id }: Asked, recheck = () => Promise.resolve()) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const told: string[] = [];
  const warned: object[] = [];
  const ports = { ask: app.ask, log: { warn: (detail: object) => warned.push(detail) } } as unknown as AppPorts;
  const sample = { link: "", ids: [id], agent: { actor: key(), recheck } };
  const tell = (answer: string): number => told.push(answer);
  const ended = runSampleAgent(ports, sample, { signal: stop.signal, tell });
  return { stop, told, warned, ended };
}

it("takes the answer when it comes, completes it, and repeats nothing that was typed", async () => {
  const sample = await askedSample();
  const { told, ended } = agentOf(sample);
  await answered(sample, publish);
  await ended;
  expect(told).toEqual(["Publish, Tonight at 20:00, with the summary changed"]);
  expect(sample.app.store.commits).toEqual(["answered", "picked_up", "completed"]);
});

it("takes an answer that was there before it", async () => {
  const sample = await askedSample();
  await answered(sample, hold);
  const { told, ended } = agentOf(sample);
  await ended;
  expect(told).toEqual(["Not yet"]);
  expect((await getInteraction(sample.agent, sample.id)).interaction.state).toBe("completed");
});

it("waits on after a wait that ran out", async () => {
  const sample = await askedSample();
  const { told, ended } = agentOf(sample);
  await vi.advanceTimersByTimeAsync(200_000);
  await answered(sample, hold);
  await vi.advanceTimersByTimeAsync(1_000);
  await ended;
  expect(told).toEqual(["Not yet"]);
});

it("goes on after an outage", async () => {
  const sample = await askedSample();
  const outage = new ProtocolError("unavailable", "The database cannot be reached right now.");
  await answered(sample, hold);
  vi.spyOn(sample.app.store, "loadById").mockRejectedValueOnce(outage);
  const { told, ended } = agentOf(sample);
  await vi.advanceTimersByTimeAsync(5_000);
  await ended;
  expect(told).toEqual(["Not yet"]);
});

it("ends with the drain", async () => {
  const sample = await askedSample();
  const { stop, told, warned, ended } = agentOf(sample);
  await turn();
  stop.abort();
  sample.app.signals.drain();
  await ended;
  expect([told, warned]).toEqual([[], []]);
});

it("says nothing where nobody answered in time", async () => {
  const sample = await askedSample();
  const { told, ended } = agentOf(sample);
  await vi.advanceTimersByTimeAsync(25 * 3_600_000);
  await ended;
  expect(told).toEqual([]);
});

it("is over for a key that was revoked, which picks up nothing", async () => {
  const sample = await askedSample();
  const { warned, ended } = agentOf(sample, () => Promise.reject(new ProtocolError("unauthorized", "Revoked")));
  await answered(sample, hold);
  await ended;
  expect(warned).toMatchObject([{ err: { code: "unauthorized" } }]);
  expect(sample.app.store.commits).toEqual(["answered"]);
});
