import { describe, expect, it } from "vitest";
import { codeOf, type Scene, type SceneOptions, body } from "@/lib/relay/testing/scene";
import { ackInbox } from "@/lib/relay/verbs/ack-inbox";
import { deleteSession } from "@/lib/relay/verbs/delete-session";
import { describeSession } from "@/lib/relay/verbs/describe-session";
import { getAccess } from "@/lib/relay/verbs/get-access";
import { getEvents } from "@/lib/relay/verbs/get-events";
import { getInfo } from "@/lib/relay/verbs/get-info";
import { leaveSession } from "@/lib/relay/verbs/leave-session";
import { listParticipants } from "@/lib/relay/verbs/list-participants";
import { listSupervisorTokens } from "@/lib/relay/verbs/list-supervisor-tokens";
import { mintJoinToken } from "@/lib/relay/verbs/mint-join-token";
import { mintSupervisorToken } from "@/lib/relay/verbs/mint-supervisor-token";
import { mintTicket } from "@/lib/relay/verbs/mint-ticket";
import { postNote } from "@/lib/relay/verbs/post-note";
import { removeParticipant } from "@/lib/relay/verbs/remove-participant";
import { replyToNote } from "@/lib/relay/verbs/reply-to-note";
import { revokeSupervisorToken } from "@/lib/relay/verbs/revoke-supervisor-token";
import { updatePurpose } from "@/lib/relay/verbs/update-purpose";
import { updateSelf } from "@/lib/relay/verbs/update-self";

/** What a relay does, whatever its sessions are written down in. */
export function describeRelay(how: string, open: (options?: SceneOptions) => Promise<Scene>): void {
  describe(`a relay whose sessions are ${how}`, () => {
    describe("a session and its people", () => {
      it("is created, described, joined, read, changed, left and deleted", async () => {
        const scene = await open();
        const session = await scene.session({ purpose: { kind: "k" }, creator_id: "alice@team" });
        const { session_id: sid, creator_token, join_token } = session;
        expect(session).toMatchObject({ purpose: { kind: "k" }, creator_id: "alice@team" });
        expect(session.invite_url).toBe(`https://relay.example/invite/${sid}?jt=${join_token}`);
        expect(session.persistence === null).toBe(!scene.isKept);
        const member = await scene.join(session, { role: "worker", capabilities: ["x"] });
        expect((await describeSession(scene.ctx(join_token), sid)).roster).toMatchObject([{ role: "worker" }]);
        await updateSelf(scene.ctx(member.token), sid, { body: body({ objective: "o" }) });
        expect(await listParticipants(scene.ctx(member.token), sid)).toMatchObject({ roster: [{ objective: "o" }] });
        expect(await listParticipants(scene.ctx(creator_token), sid)).toMatchObject({ roster: [{ listening: false }] });
        expect(await updatePurpose(scene.ctx(creator_token), sid, { body: body({ purpose: null }) })).toEqual({
          purpose: null,
        });
        expect(await getAccess(scene.ctx(member.token), sid)).toMatchObject({
          role: "participant",
          session_state: "hot",
        });
        expect(await leaveSession(scene.ctx(member.token), sid)).toEqual({ left: true });
        expect(await leaveSession(scene.ctx(member.token), sid)).toEqual({ already_left: true });
        expect(await deleteSession(scene.ctx(creator_token), sid)).toEqual({ ended: true, reason: "host_deleted" });
      });

      it("is over for everybody and for good (I44)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const [watching, hose] = [await scene.stream(sid, a), await scene.firehose(sid, session.supervisor_token)];
        const waiting = scene.wait(sid, b);
        await deleteSession(scene.ctx(session.creator_token), sid);
        expect((await waiting).messages).toMatchObject([
          { name: "session.ended", payload: { reason: "host_deleted" } },
        ]);
        expect([watching.names, watching.closed]).toEqual([["session.ended"], "ended"]);
        expect([hose.names.at(-1), hose.closed]).toEqual(["session.ended", "ended"]);
        expect(hose.names.filter((name) => name === "session.ended")).toHaveLength(1);
        for (const { token } of [a, b])
          expect(await codeOf(describeSession(scene.ctx(token), sid))).toBe("session_not_found");
        expect(await codeOf(scene.join(session))).toBe("session_not_found");
        expect(await codeOf(deleteSession(scene.ctx(session.creator_token), sid))).toBe("session_not_found");
        scene.clock.advance(10_000_000);
        expect(hose.frames.at(-1)).toMatchObject({ name: "session.ended" });
      });

      it("knows nobody without a token, and no token of another session (I35)", async () => {
        const scene = await open();
        const [{ sid, session, b }, other] = [await scene.pair(), await scene.pair()];
        expect(await codeOf(describeSession(scene.ctx(), sid))).toBe("unauthorized");
        for (const token of [other.a.token, other.session.creator_token, sid, session.supervisor_token_id, b.id, "x"])
          expect(await codeOf(describeSession(scene.ctx(token), sid))).toBe("permission_denied");
        for (const unknown of ["A".repeat(24), "A".repeat(32)])
          expect(await codeOf(describeSession(scene.ctx(session.creator_token), unknown))).toBe("session_not_found");
      });
    });

    describe("the inbox", () => {
      it("hands a command to whoever waits, and its answer back", async () => {
        const scene = await open();
        const { sid, a, b } = await scene.pair();
        const waiting = scene.wait(sid, b);
        const sent = await scene.send(sid, a, b, { payload: { deep: [1, "\u0000"] } });
        expect(sent).toMatchObject({ delivered_to: [b.id], expires_in_ms: 60_000 });
        const [received] = (await waiting).messages;
        expect(received).toMatchObject({ name: "command.received", seq: null });
        expect(received?.payload).toMatchObject({
          sender_id: a.id,
          payload: { deep: [1, "\u0000"] },
          expires_in_ms: 60_000,
        });
        const back = scene.wait(sid, a, { with_seq: true });
        await scene.respond(sid, b, sent.command_id);
        const { messages } = await back;
        expect(messages.map(({ name }) => name)).toEqual(["result.received", "command.completed"]);
        expect(messages.every(({ seq }) => typeof seq === "number")).toBe(true);
      });

      it("passes a payload on as it came, digit by digit (I21)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const payload = `{"n":9007199254740993,"e":1e400,"s":"\\ud800\\u0000","k":1,"k":2}`;
        const { sendCommand } = await import("@/lib/relay/verbs/send-command");
        const text = `{"dispatch":"specific","target":{"participant_ids":["${b.id}"]},"payload":${payload},"command_id":"c"}`;
        await sendCommand(scene.ctx(a.token), sid, { body: { value: JSON.parse(text), text } });
        const { drainInbox } = await import("@/lib/relay/verbs/drain-inbox");
        expect((await drainInbox(scene.ctx(b.token), sid)).json).toContain(`"payload":${payload},`);
        if (!scene.isKept) return;
        expect(
          (await getEvents(scene.ctx(session.creator_token), sid, { query: { kind: "command.received" } })).json,
        ).toContain(payload);
      });

      it("wakes a wait that was parked before, after and while something came (I12)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const [early, sent] = [scene.wait(sid, b), scene.send(sid, a, b)];
        expect((await early).messages).toHaveLength(1);
        await sent;
        const [also, late] = [scene.send(sid, a, b), scene.wait(sid, b)];
        expect((await late).messages.length).toBeGreaterThan(0);
        await also;
        await scene.send(sid, a, b);
        expect((await scene.wait(sid, b)).messages).toHaveLength(1);
        expect((await scene.drain(session, b)).messages).toEqual([]);
      });

      it("ends a wait in time, by the relay's clock (I15)", async () => {
        const scene = await open({ env: { SW_MAX_WAIT_SECONDS: "50" } });
        const { sid, a } = await scene.pair();
        const waiting = scene.wait(sid, a, { timeout_seconds: 600 });
        expect(await codeOf(scene.wait(sid, a))).toBe("wait_already_in_flight");
        scene.clock.advance(50_000);
        expect(await waiting).toMatchObject({ messages: [], timed_out: true, effective_timeout_seconds: 50 });
        expect(await scene.wait(sid, a, { timeout_seconds: 0 })).toMatchObject({ timed_out: true });
      });

      it("a caller that hangs up is no longer in the way, and loses nothing (I09, I15, U45)", async () => {
        const scene = await open();
        const { sid, a, b } = await scene.pair();
        const caller = new AbortController();
        const waiting = scene.wait(sid, b, {}, caller.signal);
        await describeSession(scene.ctx(b.token), sid);
        caller.abort();
        expect(await codeOf(waiting)).toBe("client_disconnect");
        const next = scene.wait(sid, b);
        await scene.send(sid, a, b);
        const handed = await next;
        expect(handed.messages).toHaveLength(1);
        handed.failed();
        expect((await scene.wait(sid, b)).messages).toMatchObject([{ name: "command.received", redelivered: true }]);
      });

      it("with a cursor repeats nothing that was acknowledged, and everything else (I10)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        for (let n = 0; n < 3; n += 1) await scene.send(sid, a, b, { payload: n });
        const first = await scene.drain(session, b, 0);
        const seqs = first.messages.map(({ seq }) => seq!);
        expect(seqs).toHaveLength(3);
        const again = await scene.drain(session, b, seqs[0]);
        expect(again.messages.map(({ seq, redelivered }) => [seq, redelivered])).toEqual(
          seqs.slice(1).map((seq) => [seq, true]),
        );
        expect(
          await ackInbox(scene.ctx(b.token), sid, { body: body({ last_acked_seq: Number.MAX_SAFE_INTEGER }) }),
        ).toEqual({ acked: 2 });
        expect((await scene.drain(session, b, seqs[2])).messages).toEqual([]);
      });

      it("a wait that is refused is refused at once", async () => {
        const scene = await open({ env: { SW_MAX_WAITS: "1" } });
        const { session, sid, a, b } = await scene.pair();
        expect(await codeOf(scene.wait(sid, { id: "", token: session.join_token }))).toBe("permission_denied");
        const caller = new AbortController();
        const waiting = scene.wait(sid, a, {}, caller.signal);
        await describeSession(scene.ctx(a.token), sid);
        expect(await codeOf(scene.wait(sid, b))).toBe("too_many_waits");
        caller.abort();
        expect(await codeOf(waiting)).toBe("client_disconnect");
        expect((await scene.wait(sid, b, { timeout_seconds: 0 })).timed_out).toBe(true);
      });
    });

    describe("streams", () => {
      it("say hello, push what waits and what comes, and take acks", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        await scene.send(sid, a, b, { payload: "before" });
        const watcher = await scene.stream(sid, b);
        expect(watcher.stream).toMatchObject({ participantId: b.id, gap: null });
        await scene.send(sid, a, b, { payload: "after" });
        expect(watcher.frames_.map(({ payload }) => payload.payload)).toEqual(["before", "after"]);
        const seqs = watcher.frames_.map(({ seq }) => seq);
        watcher.stream.acked(seqs[0]!);
        watcher.stream.closed();
        expect((await scene.drain(session, b)).messages).toMatchObject([{ seq: seqs[1], redelivered: true }]);
      });

      it("a pong proves what was written before its ping", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const watcher = await scene.stream(sid, b);
        await scene.send(sid, a, b);
        watcher.stream.read(watcher.batches.at(-1)!);
        await scene.send(sid, a, b);
        watcher.stream.closed();
        expect((await scene.drain(session, b)).messages).toHaveLength(1);
      });

      it("a second one takes over, without loss (I14, I16)", async () => {
        const scene = await open();
        const { sid, a, b } = await scene.pair();
        const first = await scene.stream(sid, b);
        await scene.send(sid, a, b, { payload: 1 });
        const second = await scene.stream(sid, b, { cursor: 0 });
        expect(first.closed).toBe("replaced");
        await scene.send(sid, a, b, { payload: 2 });
        expect(second.frames_.map(({ payload, redelivered }) => [payload.payload, redelivered])).toEqual([
          [1, true],
          [2, undefined],
        ]);
        expect(first.frames_).toHaveLength(1);
        first.stream.closed();
        await scene.send(sid, a, b, { payload: 3 });
        expect(second.frames_).toHaveLength(3);
      });

      it("who does not read is closed after its patience, and resumes from its cursor (I19)", async () => {
        const scene = await open();
        const { sid, a, b } = await scene.pair();
        const frozen = await scene.stream(sid, b);
        frozen.stream.window(false);
        await scene.send(sid, a, b);
        scene.clock.advance(20_000);
        if (scene.isKept) await describeSession(scene.ctx(a.token), sid);
        expect([frozen.frames_, frozen.closed]).toEqual([[], "too_slow"]);
        expect((await scene.stream(sid, b, { cursor: 0 })).names).toEqual(["command.received"]);
      });

      it("a refused attach leaves the sink alone", async () => {
        const scene = await open();
        const { session, sid, a } = await scene.pair();
        expect(await codeOf(scene.stream(sid, { id: "", token: session.join_token }))).toBe("permission_denied");
        expect(await codeOf(scene.firehose(sid, a.token))).toBe("permission_denied");
        if (!scene.isKept) expect(await codeOf(scene.firehose(sid, session.supervisor_token, 0))).toBe("no_history");
      });

      it("a removed participant gets its halt, then the close, then nothing (I33)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const watcher = await scene.stream(sid, b);
        await removeParticipant(scene.ctx(session.creator_token), sid, { participantId: b.id });
        expect(watcher.frames_).toMatchObject([{ name: "supervisor.note", payload: { kind: "halt" } }]);
        expect(watcher.closed).toBe("removed");
        await postNote(scene.ctx(session.supervisor_token), sid, {
          body: body({ kind: "note", target: "all", message: "m" }),
        });
        expect(watcher.frames_).toHaveLength(1);
        expect(await codeOf(scene.drain(session, b))).toBe("participant_removed");
        expect(await codeOf(scene.join(session))).toBe("join_token_revoked");
        expect(await codeOf(scene.send(sid, a, b))).toBe("invalid_targets");
      });
    });

    describe("supervision", () => {
      it("all firehoses see the same, in the same order (I08), and how far deliveries got (I47)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const hoses = [
          await scene.firehose(sid, session.supervisor_token),
          await scene.firehose(sid, session.creator_token),
        ];
        const { command_id } = await scene.send(sid, a, b);
        await scene.drain(session, b);
        await scene.drain(session, b);
        await scene.respond(sid, b, command_id);
        expect(hoses[0]!.frames).toEqual(hoses[1]!.frames);
        const told = hoses[0]!.frames.map(({ name, payload }) => (name === "delivery.updated" ? payload.state : name));
        expect(told).toEqual(["command.received", "handed_out", "acked", "result.received", "command.completed"]);
        const numbers = hoses[0]!.frames.flatMap(({ seq }) => seq ?? []);
        expect(numbers).toEqual([...numbers].sort((x, y) => x - y));
      });

      it("a note pauses, is answered, and a revoked token is worth nothing at once (I33)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const creator = scene.ctx(session.creator_token);
        const minted = await mintSupervisorToken(creator, sid);
        const hose = await scene.firehose(sid, minted.supervisor_token);
        const order = { kind: "note", target: b.id, message: "look" };
        const note = await postNote(scene.ctx(minted.supervisor_token), sid, { body: body(order) });
        expect(
          await codeOf(replyToNote(scene.ctx(a.token), sid, { noteId: note.note_id, body: body({ message: "m" }) })),
        ).toBe("note_not_found");
        await replyToNote(scene.ctx(b.token), sid, { noteId: note.note_id, body: body({ message: "done" }) });
        expect((await scene.drain(session, a)).messages).toEqual([]);
        expect(hose.frames[0]).toMatchObject({
          name: "supervisor.note",
          to: [b.id],
          author: { token_id: minted.token_id },
        });
        await revokeSupervisorToken(creator, sid, { tokenId: minted.token_id });
        expect(hose.closed).toBe("permission_denied");
        expect(await codeOf(postNote(scene.ctx(minted.supervisor_token), sid, { body: body(order) }))).toBe(
          "permission_denied",
        );
        expect((await listSupervisorTokens(creator, sid)).supervisor_tokens).toHaveLength(2);
      });

      it("invites are minted, and run out by the clock (D-05)", async () => {
        const scene = await open();
        const session = await scene.session();
        const minted = await mintJoinToken(scene.ctx(session.creator_token), session.session_id);
        await scene.join({ ...session, join_token: minted.join_token });
        scene.clock.advance(900_000);
        expect(await codeOf(scene.join({ ...session, join_token: minted.join_token }))).toBe("join_token_expired");
      });

      it("a ticket opens the one stream it is for, once, for a moment (D-09)", async () => {
        const scene = await open();
        const { session, sid, a } = await scene.pair();
        const ticketFor = async (token: string, stream: string) =>
          (await mintTicket(scene.ctx(token), sid, { body: body({ stream }) })).ticket;
        const attach = async (ticket: string) => {
          const { attachStream } = await import("@/lib/relay/verbs/attach-stream");
          const { Watcher } = await import("@/lib/relay/testing/scene");
          const ctx = { ...scene.ctx(), credential: { ticket } };
          return attachStream(ctx, sid, { cursor: null, hello: true }, new Watcher());
        };
        expect(await codeOf(ticketFor(a.token, "firehose"))).toBe("permission_denied");
        const ticket = await ticketFor(a.token, "events");
        expect(await codeOf(attach(ticket))).toBe("accepted");
        expect(await codeOf(attach(ticket))).toBe("unauthorized");
        expect(await codeOf(attach(await ticketFor(session.supervisor_token, "firehose")))).toBe("unauthorized");
        const late = await ticketFor(a.token, "events");
        scene.clock.advance(30_000);
        expect(await codeOf(attach(late))).toBe("unauthorized");
      });
    });

    describe("commands and time", () => {
      it("have one end, by the relay's clock (I22, I24, I45)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const { command_id } = await scene.send(sid, a, b, { timeout_seconds: 5 });
        scene.clock.advance(4_999);
        const waiting = scene.wait(sid, a);
        await scene.respond(sid, b, command_id);
        expect((await waiting).messages.map(({ name }) => name)).toEqual(["result.received", "command.completed"]);
        const late = await scene.send(sid, a, b, { timeout_seconds: 5 });
        scene.clock.advance(5_000);
        expect(await codeOf(scene.respond(sid, b, late.command_id))).toBe("command_not_found");
        const { messages } = await scene.drain(session, a);
        expect(messages.map(({ payload }) => payload.reason)).toEqual(["ttl_expired"]);
      });

      it("the same id and body again is the first send (I28), and concurrent answers are one (I25)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const sends = await Promise.all([1, 2, 3].map(() => scene.send(sid, a, b, { command_id: "mine" })));
        expect(new Set(sends.map(({ expires_at }) => expires_at)).size).toBe(1);
        expect((await scene.drain(session, b)).messages).toHaveLength(1);
        expect(await codeOf(scene.send(sid, a, b, { command_id: "mine", payload: 2 }))).toBe("idempotency_mismatch");
        expect(await codeOf(scene.send(sid, b, a, { command_id: "mine" }))).toBe("command_id_conflict");
        const codes = await Promise.all([1, 2].map(() => codeOf(scene.respond(sid, b, "mine"))));
        expect(codes.sort()).toEqual(["accepted", "already_responded"]);
      });

      it("a refused call leaves nothing (I04)", async () => {
        const scene = await open();
        const { session, sid, a, b } = await scene.pair();
        const hose = await scene.firehose(sid, session.supervisor_token);
        for (const refused of [
          scene.send(sid, a, b, { payload: "x".repeat(262_143) }),
          scene.send(sid, a, { id: "p-nobody00", token: "" }),
          scene.respond(sid, b, "c-unknown"),
        ])
          expect(await codeOf(refused)).not.toBe("accepted");
        await scene.send(sid, a, b, { payload: "x".repeat(262_142) });
        expect(hose.names).toEqual(["command.received"]);
      });
    });

    it("tells what it is and may (I43, I48)", async () => {
      const scene = await open({ env: { SW_MAX_PARTICIPANTS: "3", SW_ADMIN_TOKEN: "an operator's own secret" } });
      const info = getInfo(scene.relay.ports);
      expect(info).toMatchObject({ auth_model: "scoped-tokens-v1", session_creation: "open" });
      expect(info.limits.max_participants).toBe(3);
      expect(info.capabilities).toMatchObject({ firehose: true, persistence: scene.isKept, admin_token: true });
      expect(Number.isSafeInteger(info.relay_epoch)).toBe(true);
      const session = await scene.session();
      for (let n = 0; n < 3; n += 1) await scene.join(session);
      expect(await codeOf(scene.join(session))).toBe("session_full");
      const ended = await deleteSession(scene.ctx("an operator's own secret"), session.session_id);
      expect(ended.reason).toBe("admin_deleted");
    });

    it("an account owns what it created, and nothing else (D-08)", async () => {
      const accounts = { sess_sk_one: "ws_1", sess_sk_two: "ws_2" };
      const scene = await open({
        accounts,
        env: { SW_SESSION_CREATION: "account", SW_MAX_HOT_SESSIONS_PER_ACCOUNT: "1" },
      });
      expect(await codeOf(scene.session())).toBe("account_token_required");
      const { createSession } = await import("@/lib/relay/verbs/create-session");
      const create = (token: string) => createSession(scene.ctx(token), { body: body({}) });
      expect(await codeOf(create("sess_sk_wrong"))).toBe("account_token_invalid");
      expect(await codeOf(create("swc_wrong"))).toBe("account_token_invalid");
      const session = await create("sess_sk_one");
      expect(await codeOf(create("sess_sk_one"))).toBe("rate_limited");
      const sid = session.session_id;
      expect(await getAccess(scene.ctx("sess_sk_one"), sid)).toEqual({ role: "account", session_state: "hot" });
      expect(await codeOf(deleteSession(scene.ctx("sess_sk_two"), sid))).toBe("permission_denied");
      expect(await codeOf(deleteSession(scene.ctx("sess_sk_gone"), sid))).toBe("account_token_invalid");
      expect(await codeOf(deleteSession(scene.ctx("sess_sk_one"), sid))).toBe("accepted");
      await create("sess_sk_one");
    });

    it("is full at its exact bounds", async () => {
      const scene = await open({ env: { SW_MAX_HOT_SESSIONS: "2", SW_MAX_BUFFER_BYTES: "1000" } });
      const { session, sid, a, b } = await scene.pair();
      await scene.session();
      expect(await codeOf(scene.session())).toBe("relay_full");
      await scene.send(sid, a, b, { payload: "x".repeat(1000) });
      expect(await codeOf(scene.send(sid, a, b))).toBe("relay_full");
      expect(await codeOf(scene.send(sid, { id: "", token: session.join_token }, b))).toBe("permission_denied");
      for (let n = 0; n < 2; n += 1) await scene.drain(session, b);
      expect(await codeOf(scene.send(sid, a, b))).toBe("accepted");
      await deleteSession(scene.ctx(session.creator_token), sid);
      expect(await codeOf(scene.session())).toBe("accepted");
    });

    it("ends in order when the server does (D-67)", async () => {
      const scene = await open();
      const { session, sid, a, b } = await scene.pair();
      const [watcher, hose] = [await scene.stream(sid, a), await scene.firehose(sid, session.supervisor_token)];
      const waiting = scene.wait(sid, b);
      await describeSession(scene.ctx(b.token), sid);
      await scene.relay.host.drain();
      expect([watcher.closed, hose.closed]).toEqual(scene.isKept ? ["restart", "restart"] : ["ended", "ended"]);
      const { messages, timed_out } = await waiting;
      expect([messages.map(({ payload }) => payload), timed_out]).toEqual(
        scene.isKept ? [[], true] : [[{ reason: "server_shutdown" }], false],
      );
      expect(await codeOf(scene.send(sid, a, b))).toBe(scene.isKept ? "relay_unavailable" : "session_not_found");
      expect(await codeOf(scene.session())).toBe("relay_unavailable");
    });
  });
}
