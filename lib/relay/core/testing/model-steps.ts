import { expect } from "vitest";
import type { DurableRoom } from "@/lib/relay/core/testing/durable-room";
import {
  completeIfSettled,
  depart,
  endWait,
  ids,
  type Model,
  openBy,
  others,
  pass,
  type Person,
  present,
  setOnline,
} from "@/lib/relay/core/testing/model";
import { raw } from "@/lib/relay/core/testing/room";
import { watchRead } from "@/lib/relay/core/testing/watch";
import { isRelayError, NOTE_KINDS } from "@sess.si/protocol";

export interface Dice {
  n: number;
  m: number;
  flag: boolean;
}

type ModelStep = (model: Model, room: DurableRoom, dice: Dice) => void;

export const MAX_PEOPLE = 5;
const ROLES = ["a", "b"];

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** A call of a participant: it is seen, and if it succeeds it is there again. */
function calls(model: Model, person: Person, succeeds = true): void {
  person.quietSince = model.now;
  if (succeeds) setOnline(model, person, true);
}

/** Runs a step for somebody who is there, or nothing. */
function by(act: (model: Model, room: DurableRoom, dice: Dice, person: Person) => void): ModelStep {
  return (model, room, dice) => {
    const person = pick(present(model), dice.n);
    if (person) act(model, room, dice, person);
  };
}

const join: ModelStep = (model, room, { n, flag }) => {
  const role = pick(ROLES, n)!;
  const mcp = n % 3 === 0 ? room.id("m") : null;
  const full = present(model).length >= MAX_PEOPLE;
  const reply = room.call("join", room.creator, {
    request: { role, delivery_mode: "pull" },
    participantId: room.id("p"),
    tokenDigest: room.id("token"),
    reach: mcp === null ? "rest" : "mcp",
    connection: mcp,
  });
  expect(reply.ok ? "ok" : reply.error.code).toBe(full ? "session_full" : "ok");
  if (!reply.ok) return;
  const id = reply.value.participantId;
  const tokenDigest = room.state.participants.find((one) => one.id === id)!.tokenDigest;
  model.rows.push({ name: "participant.joined", to: ids(present(model)) });
  if (model.allHalted) model.rows.push({ name: "supervisor.note", to: [id] });
  model.people.push({
    id,
    caller: { kind: "token", digest: tokenDigest },
    role,
    mcp,
    fades: mcp !== null,
    online: true,
    offlineSince: null,
    quietSince: model.now,
    paused: model.allHalted,
    gone: null,
    wait: null,
    stream: null,
    keepsCursor: flag,
    filters: false,
    cursor: 0,
    seen: new Set(),
    top: 0,
  });
};

const leave = by((model, room, _dice, person) => {
  room.ok("leave", person.caller, {});
  depart(model, person, "left");
});

const remove = by((model, room, _dice, person) => {
  room.ok("remove_participant", room.creator, { participantId: person.id, noteId: room.id("sn") });
  model.rows.push({ name: "supervisor.note", to: [person.id] });
  depart(model, person, "removed");
});

const update = by((model, room, { m }, person) => {
  const role = pick(ROLES, m)!;
  room.ok("update_self", person.caller, { patch: { role } });
  calls(model, person);
  person.role = role;
  model.rows.push({ name: "participant.updated", to: others(model, person.id) });
});

const sendNamed = by((model, room, { m, flag }, person) => {
  const targets = flag ? [pick(model.people, m)!] : [pick(model.people, m)!, pick(model.people, m + 1)!];
  const input = room.command(targets, { timeoutSeconds: 1 + (m % 90), payload: raw({ m }) });
  const refusal = person.paused
    ? "sender_paused"
    : targets.includes(person) || targets.some(({ gone }) => gone !== null)
      ? "invalid_targets"
      : targets.some(({ paused }) => paused)
        ? "participant_paused"
        : null;
  const reply = room.call("send", person.caller, input);
  expect(reply.ok ? null : reply.error.code).toBe(refusal);
  calls(model, person, refusal === null);
  if (refusal === null) accept(model, person, input, [...new Set(ids(targets))]);
});

const sendMatching =
  (dispatch: "all" | "any"): ModelStep =>
  (model, room, dice) =>
    by((_model, _room, { m }, person) => {
      const target = { role: pick(ROLES, m)! };
      const input = room.command([], { dispatch, target, timeoutSeconds: 1 + (m % 90) });
      const matching = present(model).filter(({ id, role }) => id !== person.id && role === target.role);
      const eligible = dispatch === "any" ? matching.filter(({ online }) => online) : matching;
      const active = eligible.filter(({ paused }) => !paused);
      const allPaused = eligible.length > 0 && active.length === 0;
      const refusal = person.paused ? "sender_paused" : allPaused ? "participant_paused" : null;
      const reply = room.call("send", person.caller, input);
      expect(reply.ok ? null : reply.error.code).toBe(refusal);
      calls(model, person, refusal === null);
      if (!reply.ok) return;
      const { delivered_to } = reply.value;
      // I27: which one of them has its own test.
      if (dispatch === "any") expect(delivered_to).toHaveLength(Math.min(1, active.length));
      else expect(delivered_to).toEqual(ids(active));
      expect(delivered_to.every((id) => active.some((one) => one.id === id))).toBe(true);
      accept(model, person, input, delivered_to);
    })(model, room, dice);

function accept(
  model: Model,
  person: Person,
  input: { commandId: string; timeoutSeconds: number | null },
  to: string[],
): void {
  const command = {
    id: input.commandId,
    from: person.id,
    to,
    handed: new Set<string>(),
    answers: new Set<string>(),
    gone: new Set<string>(),
    deadline: model.now + (input.timeoutSeconds ?? 60) * 1000,
    open: true,
  };
  model.commands.push(command);
  model.rows.push({ name: "command.received", to });
  completeIfSettled(model, command);
}

const respond = by((model, room, { m, flag }, person) => {
  const owed = openBy(model, ({ to }) => to.includes(person.id));
  const command = pick(flag && owed.length > 0 ? owed : model.commands, m);
  if (!command) return;
  const isKnown = command.open || present(model).some(({ id }) => id === command.from);
  const refusal = !isKnown
    ? "command_not_found"
    : !command.to.includes(person.id)
      ? "not_a_recipient"
      : command.answers.has(person.id)
        ? "already_responded"
        : command.open
          ? null
          : "command_not_found";
  const reply = room.respond(person, command.id);
  expect(reply.ok ? null : reply.error.code).toBe(refusal);
  calls(model, person, refusal === null);
  if (refusal !== null) return;
  command.answers.add(person.id);
  model.rows.push({ name: "result.received", to: [command.from] });
  completeIfSettled(model, command);
});

const PAUSES = { note: null, halt: true, undo: true, continue: false, redirect: false } as const;

const note: ModelStep = (model, room, { n, m, flag }) => {
  const kind = pick(NOTE_KINDS, n)!;
  const person = flag ? undefined : pick(present(model), m);
  const { note_id } = room.note(kind, person ?? "all");
  const targets = person ? [person] : present(model);
  model.noteIds.push({ id: note_id, to: person?.id ?? "all" });
  model.rows.push({ name: "supervisor.note", to: ids(targets) });
  const paused = PAUSES[kind];
  if (paused === null) return;
  if (!person) model.allHalted = paused;
  for (const one of targets) {
    if (one.paused === paused) continue;
    one.paused = paused;
    model.rows.push({ name: "participant.updated", to: others(model, one.id) });
  }
};

const replyToNote = by((model, room, { m }, person) => {
  const to = pick(model.noteIds, m);
  if (!to) return;
  const reply = room.call("reply_to_note", person.caller, {
    request: { message: "m" },
    noteId: to.id,
    replyId: room.id("sr"),
  });
  const isFor = to.to === "all" || to.to === person.id;
  expect(reply.ok ? "ok" : reply.error.code).toBe(isFor ? "ok" : "note_not_found");
  calls(model, person, isFor);
  if (isFor) model.rows.push({ name: "supervisor.note_reply", to: to.to === "all" ? others(model, person.id) : [] });
});

const wait = by((model, room, { m, flag }, person) => {
  const filtered = m % 3 === 0;
  const timeoutSeconds = [0, 1, 45][m % 3]!;
  const waitId = room.id("w");
  const input = {
    waitId,
    names: filtered ? ["supervisor.note", "command.received"] : null,
    timeoutSeconds,
    maxSeconds: 600,
    cursor: person.keepsCursor ? person.cursor : null,
    withSeq: false,
  };
  const isSecond = person.wait !== null;
  model.waits.set(waitId, { arrives: flag, filtered, cursor: person.cursor });
  person.wait ??= { id: waitId, deadline: model.now + timeoutSeconds * 1000, names: input.names };
  if (!isSecond) person.filters ||= filtered;
  const reply = room.call("wait", person.caller, input);
  expect(reply.ok ? "ok" : reply.error.code).toBe(isSecond ? "wait_already_in_flight" : "ok");
  calls(model, person, !isSecond);
});

const abortWait = by((model, room, _dice, person) => {
  if (!person.wait) return;
  room.signal("wait_aborted", { participantId: person.id, waitId: person.wait.id });
  endWait(model, person);
});

const drain = by((model, room, { flag }, person) => {
  const { cursor } = person;
  const { messages, batch } = room.ok("drain", person.caller, { cursor: person.keepsCursor ? cursor : null });
  calls(model, person);
  watchRead(room, model, person, { messages, cursor, lost: !flag });
  if (batch === null) return;
  room.signal(flag ? "reply_finished" : "reply_failed", { participantId: person.id, batch });
});

const ack = by((model, room, _dice, person) => {
  if (!person.keepsCursor) return;
  room.ok("ack", person.caller, { cursor: person.cursor });
  calls(model, person);
});

const stream = by((model, room, _dice, person) => {
  const streamId = room.id("s");
  person.stream = { id: streamId, cursor: person.cursor };
  const cursor = person.keepsCursor ? person.cursor : null;
  room.ok("open_stream", person.caller, { streamId, transport: "ws", cursor, hello: true });
  calls(model, person);
});

const closeStream = by((model, room, _dice, person) => {
  if (!person.stream) return;
  room.signal("stream_closed", { participantId: person.id, streamId: person.stream.id });
  person.stream = null;
  person.quietSince = model.now;
});

const ackStream = by((_model, room, { flag }, person) => {
  if (!person.stream) return;
  const { id: participantId, cursor } = person;
  const { id: streamId } = person.stream;
  if (person.keepsCursor) {
    person.stream.cursor = cursor;
    room.signal("stream_acked", { participantId, streamId, cursor });
  } else if (flag) {
    const batch = room.participant(person)!.inbox.lastBatch;
    room.signal("stream_read", { participantId, streamId, batch });
  }
});

const dropConnection = by((model, room, _dice, person) => {
  if (person.mcp === null) return;
  room.signal("connection_closed", { connection: person.mcp });
  person.mcp = null;
  if (!person.wait && !person.stream) setOnline(model, person, false);
});

const purpose: ModelStep = (model, room, { n }) => {
  room.ok("update_purpose", room.creator, { purpose: n % 2 === 0 ? null : { n } });
  model.rows.push({ name: "session.purpose_updated", to: ids(present(model)) });
};

const letTimePass: ModelStep = (model, room, { n }) => {
  const ms = [1, 999, 1000, 29_999, 30_000, 61_000, 300_000][n % 7]!;
  room.advance(ms);
  pass(model, ms);
};

const restart =
  (way: "goColdAndBack" | "crash"): ModelStep =>
  (model, room) => {
    room[way]();
    for (const person of present(model)) {
      person.wait = null;
      person.stream = null;
      if (!person.online) person.offlineSince = model.now;
    }
    for (const person of present(model)) {
      if (!person.fades) continue;
      person.mcp = null;
      setOnline(model, person, false);
    }
  };

export const MODEL_STEPS = {
  join,
  leave,
  remove,
  update,
  sendNamed,
  sendAll: sendMatching("all"),
  sendAny: sendMatching("any"),
  respond,
  note,
  replyToNote,
  wait,
  abortWait,
  drain,
  ack,
  stream,
  closeStream,
  ackStream,
  dropConnection,
  purpose,
  letTimePass,
  cold: restart("goColdAndBack"),
  crash: restart("crash"),
} satisfies Record<string, ModelStep>;

/** Reads everything that the step brought to anybody, as its clients do. */
export function readEffects(model: Model, room: DurableRoom, from: number): void {
  for (let index = from; index < room.effects.length; index += 1) {
    const effect = room.effects[index]!;
    if (effect.type !== "frames" && effect.type !== "wait_done") continue;
    const person = model.people.find(({ id }) => id === effect.participantId)!;
    if (effect.type === "frames") {
      const cursor = person.stream?.cursor ?? 0;
      watchRead(room, model, person, { messages: effect.messages, cursor });
      continue;
    }
    if (person.wait?.id === effect.waitId) endWait(model, person);
    if (isRelayError(effect.result)) continue;
    const { messages, batch } = effect.result;
    const { arrives, filtered, cursor } = model.waits.get(effect.waitId)!;
    watchRead(room, model, person, { messages, cursor, lost: !arrives, filtered });
    if (batch === null) continue;
    const outcome = arrives ? "reply_finished" : "reply_failed";
    room.signal(outcome, { participantId: person.id, batch });
  }
}
