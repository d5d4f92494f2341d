import {
  AcceptedResponse,
  LeftSession,
  PostedReply,
  SentCommand,
  UpdatedSelf,
  type DispatchMode,
  type DispatchTarget,
  type JsonObject,
  type NoteOutcome,
  type ParticipantPublic,
  type PersistenceState,
  type RelaySessionConfig,
  type ResultStatus,
} from "@sess.si/protocol";
import { configurationError, isSessError } from "../error.js";
import { randomId } from "../random-id.js";
import type { Peer } from "../settings.js";
import { callRelay, idPart, sessionPath, type RelayCallOptions } from "./call-relay.js";
import { listParticipants, type RosterEntry } from "./history.js";
import { EventStream, type EventsOptions } from "./inbox/event-stream.js";
import { Inbox, type InboxOptions } from "./inbox/inbox.js";
import type { RelayEvent, RelayEventNames } from "./inbox/relay-event.js";

/** A command to others in the session. */
export interface CommandInput {
  /** `specific`: those named; `all`: everyone who matches, whether they listen now or later; `any`: one who is there. */
  dispatch: DispatchMode;
  /** `participant_ids` for `specific`; `role`, `capability` or both for `all` and `any`. */
  target: DispatchTarget;
  /** Any JSON. */
  payload?: unknown;
  /** How long answers are waited for. The relay has bounds; its reply says what you got. */
  timeoutSeconds?: number | undefined;
  /** Repeats under the same id are sent once. Default: a new one for this call. */
  commandId?: string | undefined;
}

/** The answer to a command. */
export interface ResponseInput {
  payload?: unknown;
  /** Default: `ok`. */
  status?: ResultStatus | undefined;
}

/** Which events to wait for, and how long. */
export interface WaitForEventInput extends RelayCallOptions {
  /** Default: every event. All others stay in the inbox. */
  names?: readonly (RelayEventNames | (string & {}))[] | undefined;
  /** Default: 60. 0 looks and returns. */
  timeoutSeconds?: number | undefined;
  /** Whether a supervisor's note ends the wait although `names` leaves it out. Default: true. */
  notes?: boolean | undefined;
}

/** What may be changed about oneself: what is left out stays, `null` clears, arrays replace. */
export interface SelfInput {
  role?: string | null | undefined;
  objective?: string | null | undefined;
  capabilities?: string[] | null | undefined;
  metadata?: JsonObject | null | undefined;
}

/** The session as it was when the participant came in. */
export interface SessionSnapshot {
  purpose: JsonObject | null;
  roster: ParticipantPublic[];
  config: RelaySessionConfig;
  persistence: PersistenceState | null;
  /** When it has changed, the relay has started anew, and ephemeral sessions with it. */
  relay_epoch: number;
}

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

function namesOf({ names, notes = true }: WaitForEventInput): ReadonlySet<string> | null {
  if (names === undefined || names.length === 0) return null;
  return new Set(notes ? [...names, "supervisor.note"] : names);
}

function requireSeconds(seconds: number): void {
  if (typeof seconds === "number" && seconds >= 0) return;
  throw configurationError("invalid_arguments", "timeoutSeconds must be a number from 0.", {
    field: "/timeoutSeconds",
  });
}

/** The relay has this very answer already: an earlier try was not lost. */
function isSameResponse(error: unknown): boolean {
  return isSessError(error) && error.code === "already_responded" && error.details?.["same_body"] === true;
}
