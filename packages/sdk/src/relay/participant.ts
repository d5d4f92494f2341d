import {
  AcceptedResponse,
  LeftSession,
  PostedReply,
  SentCommand,
  UpdatedSelf,
  type NoteOutcome,
} from "@sess.si/protocol";
import { isSessError } from "../error.js";
import { randomId } from "../random-id.js";
import type { Peer } from "../settings.js";
import { callRelay, idPart, sessionPath, type RelayCallOptions } from "./call-relay.js";
import { listParticipants, type RosterEntry } from "./history.js";
import { EventStream, type EventsOptions } from "./inbox/event-stream.js";
import { Inbox, type InboxOptions } from "./inbox/inbox.js";
import type { RelayEvent } from "./inbox/relay-event.js";
import {
  namesOf,
  requireSeconds,
  type CommandInput,
  type ResponseInput,
  type SelfInput,
  type SessionSnapshot,
  type WaitForEventInput,
} from "./participant-input.js";

interface Membership {
  sessionId: string;
  participantId: string;
  participantToken: string;
  session: SessionSnapshot;
}

const DEFAULT_WAIT_SECONDS = 60;

/** One participant of a session. Throws SessError, and ParticipantRemoved once the creator has removed it. */
export class Participant {
  readonly sessionId: string;
  /** How others address you. It authorises nothing. */
  readonly participantId: string;
  readonly session: SessionSnapshot;
  readonly #token: string;
  readonly #peer: Peer;
  readonly #inbox: Inbox;
  #inHand: readonly RelayEvent[] = [];

  /** Made by `join`, `joinLink` and `resume`. */
  constructor(membership: Membership, inbox: Omit<InboxOptions, "sessionPath">) {
    this.sessionId = membership.sessionId;
    this.participantId = membership.participantId;
    this.session = membership.session;
    this.#token = membership.participantToken;
    this.#peer = inbox.peer;
    this.#inbox = new Inbox({ ...inbox, sessionPath: sessionPath(this.sessionId) });
  }

  /** The secret with which another run of your program can go on: `relay.resume`. Show it to nobody. */
  get participantToken(): string {
    return this.#token;
  }

  /** The last event that you have dealt with, and all before it; for `relay.resume`. */
  get lastAckedSeq(): number {
    return this.#inbox.cursor;
  }

  /** Sends a command and returns as soon as it is queued; results come as `result.received` and `command.completed`. */
  send(
    { dispatch, target, payload, timeoutSeconds, commandId = randomId() }: CommandInput,
    { signal }: RelayCallOptions = {},
  ): Promise<SentCommand> {
    return callRelay(this.#peer, {
      method: "POST",
      path: this.#path("commands"),
      body: { dispatch, target, payload, timeout_seconds: timeoutSeconds, command_id: commandId },
      schema: SentCommand,
      key: commandId,
      signal,
    });
  }

  /** Answers a command, once. A repeat with the same content is no error. */
  async respond(
    commandId: string,
    { payload, status }: ResponseInput = {},
    { signal }: RelayCallOptions = {},
  ): Promise<AcceptedResponse> {
    const path = this.#path("commands", idPart("commandId", commandId), "responses");
    try {
      return await callRelay(this.#peer, {
        method: "POST",
        path,
        body: { payload, status },
        schema: AcceptedResponse,
        signal,
      });
    } catch (error) {
      if (isSameResponse(error)) return { command_id: commandId, accepted: true };
      throw error;
    }
  }

  /**
   * Waits for events of these names, over as many connections as it takes; none when the time is up. A supervisor's note
   * ends every wait, unless `notes` is false.
   */
  async waitForEvent(input: WaitForEventInput = {}): Promise<RelayEvent[]> {
    const { timeoutSeconds = DEFAULT_WAIT_SECONDS, signal = NEVER } = input;
    requireSeconds(timeoutSeconds);
    this.#settle();
    const until = this.#peer.clock.now() + timeoutSeconds * 1000;
    const wanted = { names: namesOf(input), until, signal, max: MOST_AT_ONCE, isStream: false };
    return (this.#inHand = await this.#inbox.take(wanted));
  }

  /** Takes what is there now, at most some hundreds: there may be more until it returns none. */
  async drainInbox({ signal }: RelayCallOptions = {}): Promise<RelayEvent[]> {
    this.#settle();
    return (this.#inHand = await this.#inbox.drain(signal));
  }

  /**
   * Events as they come, by WebSocket or long poll, until the session ends or you leave; throws ParticipantRemoved when
   * you are removed. Connects again by itself and goes on where you were.
   */
  events(options: EventsOptions = {}): EventStream {
    const { timeoutSeconds = Infinity } = options;
    requireSeconds(timeoutSeconds);
    const until = this.#peer.clock.now() + timeoutSeconds * 1000;
    return new EventStream({ inbox: this.#inbox, participantId: this.participantId, until }, options);
  }

  /** Replies in a note's thread; after a lost reply of the relay look before you repeat it. */
  replyToNote(
    noteId: string,
    message: string,
    { outcome, signal }: { outcome?: NoteOutcome | undefined } & RelayCallOptions = {},
  ): Promise<PostedReply> {
    const path = this.#path("supervisor", "notes", idPart("noteId", noteId), "replies");
    const body = { message, outcome };
    return callRelay(this.#peer, { method: "POST", path, body, schema: PostedReply, once: true, signal });
  }

  /** Changes what others see of you. */
  updateSelf(changes: SelfInput, { signal }: RelayCallOptions = {}): Promise<UpdatedSelf> {
    const { role, objective, capabilities, metadata } = changes;
    const body = { role, objective, capabilities, metadata };
    return callRelay(this.#peer, {
      method: "PATCH",
      path: this.#path("participants", "me"),
      body,
      schema: UpdatedSelf,
      signal,
    });
  }

  /** Who is in the session. */
  listParticipants(options: RelayCallOptions = {}): Promise<{ roster: RosterEntry[] }> {
    return listParticipants(this.#peer, this.sessionId, options);
  }

  /** Leaves for good. Say how it went: `{ summary, rating, issues }` is what others expect. */
  async leave({ feedback, signal }: { feedback?: unknown } & RelayCallOptions = {}): Promise<LeftSession> {
    // As a POST: some proxies drop the body of a DELETE.
    const path = this.#path("participants", "me", "leave");
    const left = await callRelay(this.#peer, { method: "POST", path, body: { feedback }, schema: LeftSession, signal });
    this.#inbox.leave();
    return left;
  }

  #path(...more: string[]): string {
    return sessionPath(this.sessionId, ...more);
  }

  #settle(): void {
    this.#inbox.settle(this.#inHand);
    this.#inHand = [];
  }
}

const NEVER = new AbortController().signal;
const MOST_AT_ONCE = 500;

/** The relay has this very answer already: an earlier try was not lost. */
function isSameResponse(error: unknown): boolean {
  return isSessError(error) && error.code === "already_responded" && error.details?.["same_body"] === true;
}
