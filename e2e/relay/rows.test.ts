import { KINDS, names, openRelay, type Member, type Session } from "@/e2e/relay/support/relay";
import { makeInvite, parseInvite, RELAY_LIMITS } from "@sess.si/protocol";
import { beforeAll, describe, expect, it } from "vitest";

const relay = await openRelay();
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("GET /v1/info", () => {
  it("needs no token and tells what there is", async () => {
    const { status, body } = await relay.call("GET", "/v1/info", null);
    expect(status).toBe(200);
    expect(body).toMatchObject({ auth_model: "scoped-tokens-v1", session_creation: "open" });
    expect(body.relay_epoch).toEqual(expect.any(Number));
    expect(Object.keys(body.limits).toSorted()).toEqual(Object.keys(RELAY_LIMITS).toSorted());
    expect(Object.values(body.capabilities).every((flag) => typeof flag === "boolean")).toBe(true);
  });
});

describe.each(KINDS)("a session that is $kind", (kind) => {
  let session: Session;
  let host: Member;
  let worker: Member;
  beforeAll(async () => {
    session = await relay.session(kind, { purpose: { kind: "smoke", free: [1] }, creator_id: "alice@team" });
    host = await session.join({ role: "host", capabilities: ["dispatch"] }, session.creator);
    worker = await session.join({ role: "worker", capabilities: ["respond"], metadata: { a: 1 }, objective: "o" });
  });

  it("is created with every key to it, and links that lead there", () => {
    const { created } = session;
    expect(created).toMatchObject({ purpose: { kind: "smoke", free: [1] }, creator_id: "alice@team" });
    expect(created.join_token_expires_at).toMatch(TIME);
    expect(created).toMatchObject(makeInvite(relay.origin, session.sid, session.joinToken));
    expect(parseInvite(created.invite_url)?.joinToken).toBe(session.joinToken);
    if (kind.persistence === null) expect(created.persistence).toBeNull();
    else expect(created.persistence).toMatchObject({ mode: "ttl", ttl_seconds: 86_400, state: "hot" });
  });

  it("is described to a join token, which takes no place", async () => {
    const body = await relay.ok("GET", session.path, session.joinToken);
    expect(body.roster.map((one: { role: string }) => one.role)).toEqual(["host", "worker"]);
    expect(body.config.max_participants).toBe(16);
    expect(body.purpose.kind).toBe("smoke");
  });

  it("lets in with a secret, the roster, and the epoch", async () => {
    expect(worker.joined.participant_token).not.toBe(worker.id);
    const { relay_epoch } = await relay.ok("GET", "/v1/info", null);
    expect(worker.joined.relay_epoch).toBe(relay_epoch);
    expect(worker.joined.roster.at(-1)).toMatchObject({
      participant_id: worker.id,
      role: "worker",
      objective: "o",
      capabilities: ["respond"],
      metadata: { a: 1 },
      online: true,
      supervision_state: "active",
    });
    expect(await names(await host.drain())).toEqual(["participant.joined"]);
    expect(await worker.drain()).toEqual([]);
  });

  it("shows supervision more of its roster (D-101)", async () => {
    const plain = await relay.ok("GET", `${session.path}/participants`, worker.token);
    const supervised = await relay.ok("GET", `${session.path}/participants`, session.supervisor);
    expect(plain.roster[0]).not.toHaveProperty("pending");
    expect(supervised.roster[1]).toMatchObject({
      delivery_mode: "pull",
      pending: 0,
      unacked: 0,
      last_seen_at: TIME_LIKE,
    });
  });

  it("takes a change of oneself as one update (I31)", async () => {
    const { participant } = await worker.ok("PATCH", worker.me, { objective: null, capabilities: ["a", "b"] });
    expect(participant).toMatchObject({ role: "worker", objective: null, capabilities: ["a", "b"] });
    const [update, ...others] = await host.drain();
    expect(others).toEqual([]);
    expect(update).toMatchObject({
      name: "participant.updated",
      payload: { participant: { capabilities: ["a", "b"] } },
    });
    await worker.ok("PATCH", worker.me, { capabilities: ["respond"], objective: "o" });
    await host.drain();
  });

  it("takes a command there and its answer back", async () => {
    const sent = await host.send([worker], { payload: { q: "ping" }, timeout_seconds: 30 });
    expect(sent).toMatchObject({ delivered_to: [worker.id], effective_timeout_seconds: 30, expires_at: TIME_LIKE });
    const waited = await worker.wait({ names: ["command.received"], timeout_seconds: 10 });
    expect(waited).toMatchObject({ timed_out: false, effective_timeout_seconds: 10 });
    const [received] = waited.messages;
    expect(received.seq).toBeNull();
    expect(received.payload).toMatchObject({
      command_id: sent.command_id,
      sender_id: host.id,
      dispatch_mode: "specific",
      dispatched_to: [worker.id],
      payload: { q: "ping" },
      expires_at: sent.expires_at,
    });
    expect(await worker.respond(sent.command_id, { payload: { a: 1 } })).toEqual({
      command_id: sent.command_id,
      accepted: true,
    });
    const [result, completed] = await host.drain();
    expect(result).toMatchObject({
      name: "result.received",
      payload: { command_id: sent.command_id, responder_id: worker.id, status: "ok", payload: { a: 1 } },
    });
    expect(completed).toMatchObject({
      name: "command.completed",
      payload: { received_count: 1, expected_count: 1, reason: "all_responded" },
    });
    expect(completed?.seq).toBeGreaterThan(result?.seq ?? Number.POSITIVE_INFINITY);
  });

  it("hands out by cursor, acknowledges by one, and says when nothing came", async () => {
    await host.send([worker], { payload: 1 });
    const [first] = (await worker.wait({ timeout_seconds: 5, with_seq: true })).messages;
    expect(first.seq).toEqual(expect.any(Number));
    expect(await worker.ok("POST", `${worker.me}/inbox/ack`, { last_acked_seq: first.seq })).toEqual({ acked: 1 });
    const nothing = await worker.wait({ timeout_seconds: 0, last_acked_seq: first.seq });
    expect(nothing).toEqual({ messages: [], timed_out: true, effective_timeout_seconds: 0 });
  });

  it("takes an order and its answer (D-51)", async () => {
    const note = await session.note("undo", worker.id, "[all]");
    expect(note).toMatchObject({ kind: "undo", target: worker.id, delivered_to: [worker.id] });
    const { messages } = await worker.wait({ names: ["supervisor.note"], timeout_seconds: 0 });
    expect(messages[0].payload).toEqual({
      note_id: note.note_id,
      kind: "undo",
      target: worker.id,
      message: "[all]",
      ts_ms: note.ts_ms,
    });
    const reply = await worker.ok("POST", `${session.path}/supervisor/notes/${note.note_id}/replies`, {
      message: "done",
      outcome: { status: "done", undone: ["x"], not_reversible: [] },
    });
    expect(reply).toEqual({ reply_id: expect.any(String), note_id: note.note_id, ts_ms: expect.any(Number) });
    await session.note("continue", worker.id);
  });

  it("has its purpose replaced and cleared", async () => {
    await host.drain();
    for (const purpose of [{ kind: "b" }, null]) {
      expect(await relay.ok("PATCH", `${session.path}/purpose`, session.creator, { purpose })).toEqual({ purpose });
    }
    expect(names(await host.drain())).toEqual(["session.purpose_updated", "session.purpose_updated"]);
  });

  it("mints, lists and revokes tokens", async () => {
    const minted = await relay.ok("POST", `${session.path}/join-tokens`, session.creator);
    expect(minted).toMatchObject({ expires_at: TIME_LIKE, invite_url: expect.stringContaining(minted.join_token) });
    const { token_id, supervisor_token } = await relay.ok("POST", `${session.path}/supervisor-tokens`, session.creator);
    const list = await relay.ok("GET", `${session.path}/supervisor-tokens`, session.creator);
    expect(list.supervisor_tokens).toHaveLength(2);
    expect(JSON.stringify(list)).not.toContain(supervisor_token);
    const revoked = await relay.ok("DELETE", `${session.path}/supervisor-tokens/${token_id}`, session.creator);
    expect(revoked).toEqual({ revoked: true, revoked_at: TIME_LIKE });
    expect((await relay.call("GET", session.path, supervisor_token)).status).toBe(403);
  });

  it("tells which role a token has, and gives tickets (D-09, D-11)", async () => {
    const { role, participant_id } = await relay.ok("GET", `${session.path}/access`, worker.token);
    expect({ role, participant_id }).toEqual({ role: "participant", participant_id: worker.id });
    const ticket = await worker.ok("POST", `${session.path}/ws-tickets`, { stream: "events" });
    expect(ticket).toEqual({ ticket: expect.any(String), expires_at: TIME_LIKE });
  });

  it("has a history if it is kept (D-70)", async () => {
    const { status, body } = await relay.call("GET", `${session.path}/events?limit=2`, host.token);
    if (kind.persistence === null) return expect([status, body.error.code]).toEqual([409, "no_history"]);
    expect(names(body.events)).toEqual(["participant.joined", "participant.joined"]);
    expect(body).toMatchObject({ session_state: "hot", has_more: true, next_after_seq: body.events[1].seq });
    const rest = await relay.ok(
      "GET",
      `${session.path}/events?after_seq=${body.next_after_seq}&limit=1000`,
      host.token,
    );
    expect(rest.events[0].seq).toBeGreaterThan(body.next_after_seq);
    expect(rest.has_more).toBe(false);
    const back = await relay.ok("GET", `${session.path}/events?order=desc&kind=command.completed`, host.token);
    expect(new Set(names(back.events))).toEqual(new Set(["command.completed"]));
  });

  it("is left with a report, and left again without one (D-07, U46)", async () => {
    const leaver = await session.join();
    await host.drain();
    expect(await leaver.leave({ summary: "fine", rating: 5 })).toEqual({ left: true });
    expect(await leaver.leave()).toEqual({ already_left: true });
    const [left] = await host.drain();
    expect(left).toMatchObject({
      name: "participant.left",
      payload: { participant_id: leaver.id, reason: "left", feedback: { summary: "fine", rating: 5 } },
    });
    const other = await session.join();
    expect(await other.ok("POST", `${other.me}/leave`, { feedback: 1 })).toEqual({ left: true });
  });

  it("shuts a participant out (D-53)", async () => {
    const removed = await session.join();
    expect(await session.remove(removed)).toEqual({ removed: true });
    const { status, body } = await removed.call("POST", `${removed.me}/inbox/drain`);
    expect([status, body.error.code]).toEqual([403, "participant_removed"]);
    expect(body.error.details.note).toMatchObject({ kind: "halt", target: removed.id });
    const late = await relay.call("POST", `${session.path}/participants`, session.joinToken, {});
    expect([late.status, late.body.error.code]).toEqual([403, "join_token_revoked"]);
  });

  it("ends for everybody, and a wait under way learns it (I44)", async () => {
    await worker.drain();
    const waiting = worker.wait({ names: ["command.received"], timeout_seconds: 30 });
    await expect.poll(async () => (await listening(session)).at(1)).toBe(true);
    expect(await session.end()).toEqual({ ended: true, reason: "host_deleted" });
    expect((await waiting).messages).toMatchObject([{ name: "session.ended", payload: { reason: "host_deleted" } }]);
    for (const token of [worker.token, session.supervisor, session.joinToken]) {
      const { status, body } = await relay.call("GET", session.path, token);
      expect([status, body.error.code]).toEqual([404, "session_not_found"]);
    }
  });
});

const TIME_LIKE = expect.stringMatching(TIME);

async function listening(session: Session): Promise<boolean[]> {
  const { roster } = await relay.ok("GET", `${session.path}/participants`, session.supervisor);
  return roster.map((one: { listening: boolean }) => one.listening);
}
