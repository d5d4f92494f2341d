import { describe, expect, it } from "vitest";
import { isVisibleTo } from "@/lib/relay/core/history";
import { names, payloadOf, Room, T0, token } from "@/lib/relay/core/testing/room";
import { NOTE_KINDS, type NoteKind } from "@sess.si/protocol";

function trio() {
  const room = new Room();
  const [a, b, c] = [room.join(), room.join(), room.join()];
  for (const one of [a, b, c]) room.drain(one);
  return { room, a, b, c };
}

const isPaused = (room: Room, who: { id: string }) => room.state.participants.find(({ id }) => id === who.id)?.paused;

describe("an order (D-46, D-47, D-51, D-56)", () => {
  it.each([
    ["note", false, false],
    ["note", true, true],
    ["halt", false, true],
    ["halt", true, true],
    ["continue", true, false],
    ["continue", false, false],
    ["redirect", true, false],
    ["undo", false, true],
  ] as const)("%s leaves one that was paused: %s paused: %s (I40)", (kind, before, after) => {
    const { room, a } = trio();
    if (before) room.note("halt", a);
    const updates = room.named("participant.updated").length;
    const posted = room.note(kind, a);
    expect(posted).toEqual({ note_id: posted.note_id, kind, target: a.id, ts_ms: T0, delivered_to: [a.id] });
    expect(isPaused(room, a)).toBe(after);
    expect(room.named("participant.updated").length - updates).toBe(before === after ? 0 : 1);
  });

  it("is on the wire as it was given, and shows in every roster", () => {
    const { room, a, b } = trio();
    room.note("halt", a, "stop");
    const [note] = room.drain(a).messages;
    expect(note?.name).toBe("supervisor.note");
    expect(payloadOf(note)).toEqual({ note_id: "sn-7", kind: "halt", target: a.id, message: "stop", ts_ms: T0 });
    expect(payloadOf(room.drain(b).messages[0])).toMatchObject({
      participant: { participant_id: a.id, supervision_state: "paused" },
    });
  });

  it("that is repeated is delivered again (I40)", () => {
    const { room, a } = trio();
    room.note("halt", a);
    room.note("halt", a);
    expect(names(room.drain(a).messages)).toEqual(["supervisor.note", "supervisor.note"]);
    expect(room.named("participant.updated")).toHaveLength(1);
  });

  it("comes after a command that was accepted before it (I07)", () => {
    const { room, a, b } = trio();
    room.send(b, [a]);
    room.note("halt", a);
    expect(names(room.drain(a).messages)).toEqual(["command.received", "supervisor.note"]);
  });

  it("carries its author for supervision only (D-55, I36)", () => {
    const { room, a } = trio();
    const request = { kind: "note", target: a.id, message: "m" } as const;
    room.ok("post_note", room.supervisor, { request, noteId: "sn-1" });
    room.ok("post_note", room.creator, { request, noteId: "sn-2" });
    room.ok("post_note", room.admin, { request, noteId: "sn-3" });
    expect(room.named("supervisor.note").map(({ author }) => author)).toEqual([
      { role: "supervisor", token_id: "st-1" },
      { role: "creator" },
      { role: "admin" },
    ]);
    expect(room.drain(a).messages.some(({ payload }) => payload?.includes("author"))).toBe(false);
  });

  it("for nobody, or too long, is refused", () => {
    const { room, a } = trio();
    room.ok("leave", a.caller, {});
    const post = (target: string, message: string) =>
      room.refused("post_note", room.creator, { request: { kind: "note", target, message }, noteId: "sn-x" }).code;
    expect(post(a.id, "m")).toBe("participant_not_found");
    expect(post("all", "é".repeat(8193))).toBe("payload_too_large");
  });
});

describe("halting all (D-49)", () => {
  it("holds for those who join later, who find the order first", () => {
    const { room } = trio();
    const { note_id } = room.note("halt", "all");
    const late = room.join();
    expect(isPaused(room, late)).toBe(true);
    expect(room.drain(late).messages.map(payloadOf)).toMatchObject([{ note_id, kind: "halt", target: "all" }]);
    const reply = { request: { message: "m" }, noteId: note_id, replyId: "sr-1" };
    expect(room.ok("reply_to_note", late.caller, reply).note_id).toBe(note_id);
  });

  it.each(NOTE_KINDS)("ends with an order to all to go on: %s", (kind) => {
    const { room } = trio();
    room.note("halt", "all");
    room.note(kind, "all");
    const goesOn = kind === "continue" || kind === "redirect";
    expect(isPaused(room, room.join())).toBe(!goesOn);
  });

  it("is not undone by letting one go on", () => {
    const { room, a } = trio();
    room.note("halt", "all");
    room.note("continue", a);
    expect(isPaused(room, a)).toBe(false);
    expect(isPaused(room, room.join())).toBe(true);
  });

  it("by an undo shows a newcomer the halt where there was one", () => {
    for (const before of [[], ["halt"]] as NoteKind[][]) {
      const { room } = trio();
      for (const kind of before) room.note(kind, "all");
      room.note("undo", "all", "[all]");
      expect(payloadOf(room.drain(room.join()).messages[0])["kind"]).toBe(before[0] ?? "undo");
    }
  });
});

describe("a reply (D-48, D-52)", () => {
  const outcome = { status: "partial", undone: ["a.txt"], not_reversible: ["mail"] } as const;

  it("to a note for all goes to all others, outcome included", () => {
    const { room, a, b } = trio();
    const { note_id } = room.note("undo", "all", "[all]");
    for (const one of [a, b]) room.drain(one);
    const request = { message: "did it", outcome: { ...outcome, undone: ["a.txt"], not_reversible: ["mail"] } };
    const posted = room.ok("reply_to_note", a.caller, { request, noteId: note_id, replyId: "sr-1" });
    expect(posted).toEqual({ reply_id: "sr-1", note_id, ts_ms: T0 });
    expect(payloadOf(room.drain(b).messages[0])).toEqual({
      reply_id: "sr-1",
      note_id,
      target: "all",
      participant_id: a.id,
      message: "did it",
      outcome,
      ts_ms: T0,
    });
    expect(room.drain(a).messages).toEqual([]);
  });

  it("to a private note is seen by supervision only (I37)", () => {
    const { room, a, b, c } = trio();
    const { note_id } = room.note("note", a);
    room.ok("reply_to_note", a.caller, { request: { message: "m" }, noteId: note_id, replyId: "sr-1" });
    expect([b, c].map((one) => room.drain(one).messages)).toEqual([[], []]);
    const rows = room.events.filter(({ name }) => name.startsWith("supervisor."));
    const sees = (actor: Parameters<typeof isVisibleTo>[0]) => rows.map((event) => isVisibleTo(actor, event));
    expect(sees({ role: "participant", participantId: a.id })).toEqual([true, true]);
    expect(sees({ role: "participant", participantId: b.id })).toEqual([false, false]);
    expect(sees({ role: "supervisor", tokenId: "st-1" })).toEqual([true, true]);
    expect(sees({ role: "creator" })).toEqual([true, true]);
    const described = JSON.stringify(room.ok("describe", b.caller, {}));
    expect(described).not.toContain(note_id);
  });

  it("to a note that is another's, unknown, or forgotten finds none", () => {
    const room = new Room({ limits: { max_notes: 2 } });
    const [a, b] = [room.join(), room.join()];
    const reply = (who: typeof a, noteId: string) =>
      room.refused("reply_to_note", who.caller, { request: { message: "m" }, noteId, replyId: "sr" }).code;
    const { note_id } = room.note("note", a);
    expect(reply(b, note_id)).toBe("note_not_found");
    expect(reply(a, "sn-unknown")).toBe("note_not_found");
    room.note("note", "all");
    room.note("note", "all");
    expect(reply(a, note_id)).toBe("note_not_found");
  });

  it.each([
    [{ message: "x".repeat(16_385) }, "payload_too_large"],
    [{ message: "m", outcome: { status: "done", undone: Array<string>(101).fill("x") } }, "validation_error"],
    [{ message: "m", outcome: { status: "done", not_reversible: ["x".repeat(501)] } }, "validation_error"],
  ] as const)("beyond a limit is refused: %#", (request, code) => {
    const { room, a } = trio();
    const { note_id } = room.note("note", "all");
    const input = { request: structuredClone(request) as never, noteId: note_id, replyId: "sr" };
    expect(room.refused("reply_to_note", a.caller, input).code).toBe(code);
  });
});

describe("removal (D-06, D-53)", () => {
  it("halts first, by a stream, and then shuts it with 4410's reason", () => {
    const { room, a, b } = trio();
    const stream = room.stream(a);
    room.ok("remove_participant", room.creator, { participantId: a.id, noteId: "sn-r" });
    const [note] = room.frames(stream);
    expect(payloadOf(note)).toEqual({
      note_id: "sn-r",
      kind: "halt",
      target: a.id,
      message: "removed by the session creator",
      ts_ms: T0,
    });
    expect(room.closed(stream)).toBe("removed");
    expect(names(room.frames(stream))).toEqual(["supervisor.note"]);
    expect(payloadOf(room.drain(b).messages[0])).toEqual({ participant_id: a.id, reason: "removed" });
  });

  it("ends a wait with the halt, whatever it asked for (D-16), and later calls repeat it", () => {
    const { room, a } = trio();
    const waitId = room.wait(a, { names: ["command.received"] });
    room.ok("remove_participant", room.admin, { participantId: a.id, noteId: "sn-r" });
    expect(names(room.got(waitId).messages)).toEqual(["supervisor.note"]);
    expect(room.refused("drain", a.caller, { cursor: null })).toMatchObject({
      code: "participant_removed",
      details: { note: { note_id: "sn-r", kind: "halt" } },
    });
  });

  it("revokes every invite of before, and none of after", () => {
    const { room, a } = trio();
    room.ok("mint_join_token", room.creator, { digest: "second" });
    room.ok("remove_participant", room.creator, { participantId: a.id, noteId: "sn-r" });
    for (const digest of ["join", "second"])
      expect(room.refused("describe", token(digest), {}).code).toBe("join_token_revoked");
    room.ok("mint_join_token", room.creator, { digest: "third" });
    const back = room.join({}, { caller: token("third") });
    expect(back.id).not.toBe(a.id);
    expect(room.join({}, { caller: room.creator }).id).toBeTruthy();
  });

  it("of nobody is refused, and removes once", () => {
    const { room, a } = trio();
    const remove = { participantId: a.id, noteId: "sn-r" };
    expect(room.ok("remove_participant", room.creator, remove)).toEqual({ removed: true });
    expect(room.refused("remove_participant", room.creator, remove).code).toBe("participant_not_found");
  });
});
