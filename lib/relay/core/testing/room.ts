import type { Actor, Caller } from "@/lib/relay/core/caller";
import type { Calls, CallType, RawJson, SendInput } from "@/lib/relay/core/calls";
import { createSession } from "@/lib/relay/core/create";
import { nextDeadline } from "@/lib/relay/core/deadlines";
import { type Call, decide, react, type Reply, type Signal } from "@/lib/relay/core/decide";
import type { RelayEvent } from "@/lib/relay/core/event";
import type { Rules } from "@/lib/relay/core/rules";
import type { Signals, SignalType } from "@/lib/relay/core/signals";
import { findParticipant, type RelaySession } from "@/lib/relay/core/state";
import type { Effect, Message, WaitResult } from "@/lib/relay/core/step";
import {
  type CreateSessionRequest,
  isRelayError,
  type JoinRequest,
  type NoteKind,
  RELAY_LIMITS,
  type RelayError,
  type RelayLimits,
} from "@sess.si/protocol";

export const T0 = Date.UTC(2030, 0, 1);

export interface Member {
  id: string;
  caller: Caller;
}

export interface RoomOptions {
  limits?: Partial<RelayLimits>;
  pausedMaySend?: boolean;
  request?: CreateSessionRequest;
  ownerAccountId?: string;
}

export function rulesOf({ limits, pausedMaySend }: RoomOptions = {}): Rules {
  return { limits: { ...RELAY_LIMITS, ...limits }, persistence: true, pausedMaySend: pausedMaySend ?? false };
}

export const PERSISTED: CreateSessionRequest = { persistence: { mode: "ttl", ttl_seconds: 86_400 } };

/** A session under test: a clock that only moves when told, ids that count, and everything that came out. */
export class Room {
  now = T0;
  state: RelaySession;
  readonly events: RelayEvent[] = [];
  readonly effects: Effect[] = [];
  readonly creator: Caller = token("creator");
  readonly supervisor: Caller = token("supervisor");
  readonly admin: Caller = { kind: "admin" };
  readonly inviteDigest = "join";
  protected ids = 0;

  constructor(options: RoomOptions = {}) {
    const input = {
      id: "session-0000000000000000",
      request: options.request ?? {},
      creatorId: "somebody",
      ownerAccountId: options.ownerAccountId ?? null,
      creatorDigest: "creator",
      joinDigest: this.inviteDigest,
      supervisor: { digest: "supervisor", tokenId: "st-1" },
    };
    this.state = createSession(input, rulesOf(options), this.now);
  }

  call<T extends CallType>(type: T, caller: Caller, input: Calls[T]["input"]): Reply<T> {
    const decision = decide(this.state, { type, caller, ...input } as unknown as Call<T>, this.now);
    this.keep(decision);
    return decision.reply;
  }

  /** The reply of a call that has to succeed. */
  ok<T extends CallType>(type: T, caller: Caller, input: Calls[T]["input"]): Calls[T]["reply"] {
    const reply = this.call(type, caller, input);
    if (!reply.ok) throw reply.error;
    return reply.value;
  }

  /** The error of a call that has to be refused, and left nothing behind. */
  refused<T extends CallType>(type: T, caller: Caller, input: Calls[T]["input"]): RelayError {
    const before = { seq: this.state.seq, events: this.events.length, effects: this.effects.length };
    const reply = this.call(type, caller, input);
    if (reply.ok) throw new Error(`${type} was accepted.`);
    if (this.state.seq !== before.seq || this.events.length !== before.events || this.effects.length !== before.effects)
      throw new Error(`${type} was refused and left a trace.`);
    return reply.error;
  }

  signal<T extends SignalType>(type: T, input: Signals[T]): void {
    this.keep(react(this.state, { type, ...input } as unknown as Signal<T>, this.now));
  }

  protected keep({
    state,
    events,
    effects,
  }: {
    state: RelaySession;
    events: readonly RelayEvent[];
    effects: readonly Effect[];
  }) {
    this.state = frozen(state);
    this.events.push(...events);
    this.effects.push(...effects);
  }

  /** Moves the clock, waking the session whenever it asked for it. */
  advance(ms: number): void {
    const until = this.now + ms;
    for (let next = nextDeadline(this.state); next !== null && next <= until; next = nextDeadline(this.state)) {
      this.now = Math.max(this.now, next);
      const before = this.effects.length;
      this.signal("tick", {});
      if (this.effects.slice(before).some(({ type }) => type === "cold")) break;
    }
    this.now = until;
  }

  id(prefix: string): string {
    this.ids += 1;
    return `${prefix}-${this.ids}`;
  }

  join(request: JoinRequest = {}, more: { connection?: string; caller?: Caller; tokenDigest?: string } = {}): Member {
    const tokenDigest = more.tokenDigest ?? this.id("token");
    const { participantId } = this.ok("join", more.caller ?? token(this.inviteDigest), {
      request,
      participantId: this.id("p"),
      tokenDigest,
      reach: more.connection === undefined ? "rest" : "mcp",
      connection: more.connection ?? null,
    });
    return { id: participantId, caller: token(tokenDigest) };
  }

  send(from: Member, to: readonly Member[], more: Partial<SendInput> = {}) {
    return this.ok("send", from.caller, this.command(to, more));
  }

  command(to: readonly Member[], more: Partial<SendInput> = {}): SendInput {
    return {
      commandId: this.id("c"),
      dispatch: "specific",
      target: { participant_ids: to.map(({ id }) => id) },
      payload: raw(null),
      timeoutSeconds: null,
      fingerprint: "same",
      ...more,
    };
  }

  respond(from: Member, commandId: string, fingerprint = "same") {
    return this.call("respond", from.caller, { commandId, status: "ok", payload: raw("done"), fingerprint });
  }

  note(kind: NoteKind, target: "all" | Member, message: string | null = kind === "halt" ? null : "m") {
    const request = { kind, target: target === "all" ? target : target.id, message };
    return this.ok("post_note", this.supervisor, { request, noteId: this.id("sn") });
  }

  wait(who: Member, more: Partial<Calls["wait"]["input"]> = {}): string {
    const waitId = this.id("w");
    const defaults = { waitId, names: null, timeoutSeconds: null, maxSeconds: 600, cursor: null, withSeq: false };
    this.ok("wait", who.caller, { ...defaults, ...more });
    return waitId;
  }

  /** How a wait has ended, if it has. */
  waited(waitId: string): WaitResult | RelayError | undefined {
    return this.effects.flatMap((effect) =>
      effect.type === "wait_done" && effect.waitId === waitId ? [effect.result] : [],
    )[0];
  }

  /** What a wait came back with. */
  got(waitId: string): WaitResult {
    const result = this.waited(waitId);
    if (result === undefined || isRelayError(result)) throw new Error(`The wait has ${result?.code ?? "not ended"}.`);
    return result;
  }

  drain(who: Member, cursor: number | null = null, arrives = true) {
    const handed = this.ok("drain", who.caller, { cursor });
    if (handed.batch !== null)
      this.signal(arrives ? "reply_finished" : "reply_failed", { participantId: who.id, batch: handed.batch });
    return handed;
  }

  stream(who: Member, more: Partial<Calls["open_stream"]["input"]> = {}): string {
    const streamId = this.id("s");
    this.ok("open_stream", who.caller, { streamId, transport: "ws", cursor: null, hello: true, ...more });
    return streamId;
  }

  /** Everything that was written to a stream. */
  frames(streamId: string): Message[] {
    return this.effects.flatMap((effect) =>
      effect.type === "frames" && effect.streamId === streamId ? effect.messages : [],
    );
  }

  closed(streamId: string): string | undefined {
    return this.effects.flatMap((effect) =>
      effect.type === "close_stream" && effect.streamId === streamId ? [effect.reason] : [],
    )[0];
  }

  participant(who: Member) {
    return findParticipant(this.state, who.id);
  }

  named(name: string): RelayEvent[] {
    return this.events.filter((event) => event.name === name);
  }
}

/** Whoever changes a version in place that was handed out is caught. */
function frozen(state: RelaySession): RelaySession {
  for (const participant of state.participants) {
    Object.freeze(participant.inbox);
    Object.freeze(participant.presence);
    Object.freeze(participant);
  }
  Object.freeze(state.participants);
  return Object.freeze(state);
}

export function token(digest: string): Caller {
  return { kind: "token", digest };
}

export function raw(value: unknown): RawJson {
  const text = JSON.stringify(value);
  return { text, bytes: new TextEncoder().encode(text).length };
}

export function names(messages: readonly { name: string }[]): string[] {
  return messages.map(({ name }) => name);
}

export function seqs(messages: readonly Message[]): (number | null)[] {
  return messages.map(({ seq }) => seq);
}

export function payloadOf(message: { payload: string | null } | undefined): Record<string, unknown> {
  return JSON.parse(message?.payload ?? "null") as Record<string, unknown>;
}

export type { Actor };
