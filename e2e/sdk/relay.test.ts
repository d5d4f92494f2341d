import { openSess } from "@/e2e/sdk/open-sess";
import { inboxContract } from "@/packages/sdk/testing/inbox-contract";
import { hastyClock } from "@/packages/sdk/testing/hasty-clock";
import { failure } from "@/packages/sdk/testing/failure";
import { NoteNotFound, ParticipantPaused, RelayClient, type Participant, type RelayEvent } from "@sess.si/sdk";
import { describe, expect, test } from "vitest";

const sess = openSess({
  SW_ANONYMOUS_PERSISTENCE: "1",
  SW_SESSION_CREATES_PER_MINUTE: "10000",
  SW_JOINS_PER_MINUTE: "10000",
  SW_NOTES_PER_MINUTE: "10000",
});
const client = (more: ConstructorParameters<typeof RelayClient>[0] = {}) =>
  new RelayClient({ origin: sess.server.origin, clock: hastyClock, ...more });

describe.each(["socket", "poll"] as const)("against the real relay, an inbox over %s", (transport) => {
  inboxContract(transport, () => sess.server.origin);
});

/** Answers every command with its own payload until the session ends. */
async function echo(me: Participant): Promise<RelayEvent[]> {
  const seen: RelayEvent[] = [];
  for await (const event of me.events()) {
    seen.push(event);
    if (event.name === "command.received")
      await me.respond(event.payload.command_id, { payload: event.payload.payload });
  }
  return seen;
}

async function pair(relay: RelayClient, input: Parameters<RelayClient["createSession"]>[0] = {}) {
  const made = await relay.createSession({ purpose: { kind: "echo" }, ...input });
  const host = await relay.join(made.session_id, { joinToken: made.creator_token, role: "host", capabilities: [] });
  const worker = await relay.joinLink(made.invite_url, { role: "worker", capabilities: ["echo"] });
  return { made, host, worker };
}

test("two agents exchange a command and its result, and the host ends the session", async () => {
  const relay = client();
  const { made, host, worker } = await pair(relay);
  expect(worker.session).toMatchObject({ purpose: { kind: "echo" }, persistence: null });
  const working = echo(worker);
  const target = { capability: "echo" };
  const sent = await host.send({ dispatch: "any", target, payload: { q: "ping" }, timeoutSeconds: 20 });
  expect(sent).toMatchObject({ delivered_to: [worker.participantId], effective_timeout_seconds: 20 });
  const results: RelayEvent[] = [];
  while (!results.some(({ name }) => name === "command.completed"))
    results.push(...(await host.waitForEvent({ names: ["result.received", "command.completed"] })));
  expect(results).toMatchObject([
    { name: "result.received", payload: { status: "ok", payload: { q: "ping" }, responder_id: worker.participantId } },
    { name: "command.completed", payload: { reason: "all_responded", received_count: 1 } },
  ]);
  const again = await host.send({ dispatch: "any", target, payload: 1, commandId: "c-1" });
  expect(await host.send({ dispatch: "any", target, payload: 1, commandId: "c-1" })).toMatchObject({
    delivered_to: again.delivered_to,
  });
  expect(await relay.deleteSession(made.session_id, made.creator_token)).toEqual({
    ended: true,
    reason: "host_deleted",
  });
  expect((await working).at(-1)).toMatchObject({ name: "session.ended" });
});

test("every call of a supervisor and a creator", async () => {
  const relay = client();
  const { made, host, worker } = await pair(relay, { persistence: { mode: "ttl", ttl_seconds: 3600 } });
  const { session_id: sid, creator_token: creator, supervisor_token: supervisor } = made;
  expect(await relay.info()).toMatchObject({ auth_model: "scoped-tokens-v1" });
  expect(await relay.access(sid, supervisor)).toMatchObject({ role: "supervisor" });
  expect((await relay.describe(sid, { token: made.join_token })).roster).toHaveLength(2);
  expect((await relay.listParticipants(sid, supervisor)).roster[0]).toHaveProperty("listening");
  expect((await worker.listParticipants()).roster[0]).not.toHaveProperty("listening");
  expect(await relay.updatePurpose(sid, creator, { kind: "other" })).toEqual({ purpose: { kind: "other" } });
  expect(await worker.updateSelf({ objective: "to echo" })).toMatchObject({ participant: { objective: "to echo" } });

  const minted = await relay.mintSupervisorToken(sid, creator);
  const target = worker.participantId;
  await relay.postOrder(sid, minted.supervisor_token, { kind: "halt", target });
  const paused = host.send({ dispatch: "specific", target: { participant_ids: [target] } });
  expect(await failure(paused)).toBeInstanceOf(ParticipantPaused);
  const notes = await worker.waitForEvent({ names: ["command.received"] });
  const [note] = notes.filter((one) => one.name === "supervisor.note");
  expect(note).toMatchObject({ payload: { kind: "halt", target } });
  await worker.replyToNote(note!.payload.note_id, "Halted.", { outcome: { status: "done", undone: ["x"] } });
  expect(await failure(worker.replyToNote("sn-nobodywrote", "What?"))).toBeInstanceOf(NoteNotFound);
  expect(await relay.revokeSupervisorToken(sid, creator, minted.token_id)).toMatchObject({ revoked: true });
  const tokens = await relay.listSupervisorTokens(sid, creator);
  expect(tokens.supervisor_tokens.map(({ revoked_at }) => revoked_at !== null)).toEqual([false, true]);
  const order = { kind: "continue", target: "all" } as const;
  expect(await failure(relay.postOrder(sid, minted.supervisor_token, order))).toMatchObject({
    code: "permission_denied",
  });

  const { events, session_state } = await relay.getEvents(sid, { token: creator, kind: "supervisor.note", limit: 5 });
  expect([session_state, events.map(({ name }) => name)]).toEqual(["hot", ["supervisor.note"]]);
  const invite = await relay.mintJoinToken(sid, creator);
  const third = await relay.joinLink(invite.invite_link);
  expect(await third.leave({ feedback: { summary: "nothing to do", rating: 3, issues: [] } })).toEqual({ left: true });
  expect(await relay.removeParticipant(sid, creator, target)).toEqual({ removed: true });
  await relay.deleteSession(sid, creator);
});

test("an account's token creates sessions and manages them", async () => {
  const relay = client({ accountToken: sess.server.apiKey });
  const made = await relay.createSession();
  expect(await relay.access(made.session_id, sess.server.apiKey)).toMatchObject({ role: "account" });
  expect(await relay.deleteSession(made.session_id, sess.server.apiKey)).toMatchObject({ ended: true });
  const nobody = client({ accountToken: "sess_sk_nobody" });
  expect(await failure(nobody.createSession())).toMatchObject({ code: "account_token_invalid", status: 401 });
});

describe.each(["socket", "poll"] as const)("a relay that is killed, over %s", (transport) => {
  test("comes back with what a persisted session holds, and nothing twice", async () => {
    const relay = client({ transport });
    const { made, host, worker } = await pair(relay, { persistence: { mode: "ttl", ttl_seconds: 3600 } });
    const states: string[] = [];
    const got: unknown[] = [];
    let lost = () => {};
    const isLost = new Promise<void>((resolve) => (lost = resolve));
    const reading = (async () => {
      const onConnection = (state: string) => {
        states.push(state);
        lost();
      };
      for await (const event of worker.events({ onConnection }))
        if (event.name === "command.received" && got.push(event.payload.payload) === 3) break;
    })();
    const target = { participant_ids: [worker.participantId] };
    await host.send({ dispatch: "specific", target, payload: 1, timeoutSeconds: 300 });
    await host.send({ dispatch: "specific", target, payload: 2, timeoutSeconds: 300 });
    await sess.server.kill();
    await isLost;
    await sess.server.restart();
    await host.send({ dispatch: "specific", target, payload: 3, timeoutSeconds: 300 });
    await reading;
    expect(got).toEqual([1, 2, 3]);
    expect(states).toEqual(["lost", "back"]);
    await relay.deleteSession(made.session_id, made.creator_token);
  });

  test("ends the loop of an ephemeral session", async () => {
    const { host, worker } = await pair(client({ transport }));
    let arrived = () => {};
    const first = new Promise<void>((resolve) => (arrived = resolve));
    const working = (async () => {
      const names: string[] = [];
      for await (const { name } of worker.events()) {
        names.push(name);
        arrived();
      }
      return names;
    })();
    await host.send({ dispatch: "specific", target: { participant_ids: [worker.participantId] } });
    await first;
    await sess.server.kill();
    await sess.server.restart();
    expect(await working).toEqual(["command.received"]);
    expect(await failure(worker.waitForEvent())).toMatchObject({ code: "session_not_found" });
  });
});
