import { describe, expect, it } from "vitest";
import { AUDIENCE } from "@/lib/relay/core/audience";
import { type Member, names, Room } from "@/lib/relay/core/testing/room";
import { RELAY_EVENT_NAMES, type RelayEventName } from "@sess.si/protocol";

/** Everybody that matters to some event, each with an empty inbox. */
function cast() {
  const room = new Room();
  const people = {
    sender: room.join({ role: "sender" }),
    /** Was handed the command. */
    working: room.join({ role: "working" }),
    /** Has the command unread. */
    unread: room.join({ role: "unread" }),
    answered: room.join({ role: "answered" }),
    bystander: room.join({ role: "bystander" }),
  };
  for (const one of Object.values(people)) room.drain(one);
  return { room, people };
}

type Cast = ReturnType<typeof cast>;
type Person = keyof Cast["people"];

function dispatched(scene: Cast): Cast {
  const { room, people } = scene;
  room.send(people.sender, [people.working, people.unread, people.answered], { commandId: "c" });
  room.drain(people.working);
  room.drain(people.answered);
  return scene;
}

function answeredOnce(scene: Cast): Cast {
  dispatched(scene);
  scene.room.respond(scene.people.answered, "c");
  return scene;
}

const ALL: Person[] = ["sender", "working", "unread", "answered", "bystander"];
const without = (...absent: Person[]): Person[] => ALL.filter((one) => !absent.includes(one));

interface Case {
  name: RelayEventName;
  when: string;
  prepare?: (scene: Cast) => Cast;
  act: (scene: Cast) => void;
  gets: Person[];
}

const remove = ({ room, people }: Cast, who: Person) =>
  room.ok("remove_participant", room.creator, { participantId: people[who].id, noteId: "sn-removal" });

/** The event × recipient table of the design, as scenes. */
const CASES: Case[] = [
  { name: "participant.joined", when: "somebody joins", act: ({ room }) => void room.join(), gets: ALL },
  {
    name: "participant.updated",
    when: "one updates itself",
    act: ({ room, people }) => void room.ok("update_self", people.bystander.caller, { patch: { role: "r" } }),
    gets: without("bystander"),
  },
  {
    name: "participant.updated",
    when: "one is halted",
    act: ({ room, people }) => void room.note("halt", people.working),
    gets: without("working"),
  },
  {
    name: "participant.left",
    when: "one leaves",
    act: ({ room, people }) => void room.ok("leave", people.bystander.caller, {}),
    gets: without("bystander"),
  },
  {
    name: "participant.left",
    when: "one is removed",
    act: (scene) => void remove(scene, "working"),
    gets: without("working"),
  },
  {
    name: "command.received",
    when: "a command is sent",
    act: (scene) => void dispatched(scene),
    gets: ["working", "unread", "answered"],
  },
  {
    name: "result.received",
    when: "one answers",
    prepare: dispatched,
    act: ({ room, people }) => void room.respond(people.answered, "c"),
    gets: ["sender"],
  },
  {
    name: "command.completed",
    when: "all have answered",
    prepare: answeredOnce,
    act: ({ room, people }) => {
      room.respond(people.working, "c");
      room.respond(people.unread, "c");
    },
    gets: ["sender"],
  },
  {
    name: "command.completed",
    when: "its time is up",
    prepare: answeredOnce,
    act: ({ room }) => room.advance(60_000),
    gets: ["sender"],
  },
  {
    name: "command.completed",
    when: "it matches nobody (D-30)",
    act: ({ room, people }) => void room.send(people.sender, [], { dispatch: "any", target: { role: "none" } }),
    gets: ["sender"],
  },
  {
    name: "command.completed",
    when: "its recipients are gone (D-29)",
    prepare: answeredOnce,
    act: ({ room, people }) => {
      room.ok("leave", people.working.caller, {});
      room.ok("leave", people.unread.caller, {});
    },
    gets: ["sender"],
  },
  {
    name: "command.completed",
    when: "its sender is gone (D-44)",
    prepare: answeredOnce,
    act: ({ room, people }) => void room.ok("leave", people.sender.caller, {}),
    gets: ["answered"],
  },
  {
    name: "command.cancelled",
    when: "its time is up (D-28, D-38)",
    prepare: answeredOnce,
    act: ({ room }) => room.advance(60_000),
    gets: ["working"],
  },
  {
    name: "command.cancelled",
    when: "its sender is gone",
    prepare: answeredOnce,
    act: (scene) => void remove(scene, "sender"),
    gets: ["working"],
  },
  {
    name: "session.purpose_updated",
    when: "the purpose changes",
    act: ({ room }) => void room.ok("update_purpose", room.creator, { purpose: { kind: "k" } }),
    gets: ALL,
  },
  { name: "supervisor.note", when: "it is for all", act: ({ room }) => void room.note("note", "all"), gets: ALL },
  {
    name: "supervisor.note",
    when: "it is for one",
    act: ({ room, people }) => void room.note("note", people.unread),
    gets: ["unread"],
  },
  {
    name: "supervisor.note_reply",
    when: "the note was for all",
    act: ({ room, people }) => replyTo(room, people.working, room.note("note", "all").note_id),
    gets: without("working"),
  },
  {
    name: "supervisor.note_reply",
    when: "the note was for one (I37)",
    act: ({ room, people }) => replyTo(room, people.working, room.note("note", people.working).note_id),
    gets: [],
  },
];

function replyTo(room: Room, member: Member, noteId: string): void {
  room.ok("reply_to_note", member.caller, { request: { message: "m" }, noteId, replyId: "sr-1" });
}

describe("event × recipient", () => {
  it.each(CASES)("$name when $when", ({ name, prepare, act, gets }) => {
    const scene = prepare?.(cast()) ?? cast();
    const { room, people } = scene;
    const before = room.events.length;
    act(scene);
    const rows = room.events.slice(before).filter((event) => event.name === name);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.to.map(({ participantId }) => participantId)).toEqual(gets.map((one) => people[one].id));
    for (const one of gets) expect(inboxNames(room, people[one])).toContain(name);
  });

  it("session.ended goes to all", () => {
    const { room } = cast();
    room.ok("end", room.creator, {});
    expect(room.named("session.ended")[0]!.to).toHaveLength(5);
  });

  it("covers every event that has an audience", () => {
    const covered = new Set<string>([...CASES.map(({ name }) => name), "session.ended"]);
    const { room } = cast();
    for (const name of RELAY_EVENT_NAMES)
      if (!covered.has(name)) expect([name, AUDIENCE[name](room.state, {})]).toEqual([name, []]);
  });
});

function inboxNames(room: Room, member: Member): string[] {
  const inbox = room.participant(member)?.inbox;
  return inbox ? names([...inbox.pending.values(), ...inbox.out.values()]) : [];
}

describe("what each participant is sent", () => {
  it("never includes its own joining, leaving or updating (D-72)", () => {
    const { room, people } = cast();
    const late = room.join();
    expect(room.drain(late).messages).toEqual([]);
    room.ok("update_self", people.sender.caller, { patch: { role: "r" } });
    room.note("halt", people.sender);
    expect(names(room.drain(people.sender).messages)).toEqual(["participant.joined", "supervisor.note"]);
  });

  it("is the same for every watcher, in the same order (I08)", () => {
    const { room, people } = cast();
    room.send(people.sender, [people.working, people.answered], { commandId: "1" });
    room.note("note", "all");
    room.send(people.sender, [people.working, people.answered], { commandId: "2" });
    const read = (one: Member) => room.drain(one).messages.map(({ name, payload }) => [name, payload]);
    expect(read(people.working)).toEqual(read(people.answered));
  });
});
