import type { Caller } from "@/lib/relay/core/caller";
import type { Calls, CallType } from "@/lib/relay/core/calls";
import type { NewSession } from "@/lib/relay/core/create";
import type { Call } from "@/lib/relay/core/decide";
import type {
  EventsQuery,
  InboxGap,
  JsonObject,
  PersistenceState,
  RelayAccess,
  RelayCloseReason,
  RelayLimits,
} from "@sess.si/protocol";

/** What the relay's verbs need from outside; `lib/runtime.ts` builds it once, in the front process only. */
export interface RelayPorts {
  host: RelayHost;
  /** Who an account token belongs to; null when it is no live API key with the scope `relay`. */
  findAccount(token: string): Promise<string | null>;
  rates: RelayRates;
  tickets: Tickets;
  settings: RelaySettings;
}

/** What the operator decided, read from the environment once. */
export interface RelaySettings {
  limits: RelayLimits;
  /** Whether there is a journal to keep sessions in. */
  persistence: boolean;
  sessionCreation: "open" | "account";
  /** Digest of `SW_ADMIN_TOKEN`; null: there is no admin. */
  adminDigest: string | null;
  anonymousPersistence: boolean;
  pausedMaySend: boolean;
  /** What invites are built from. */
  publicUrl: string;
}

/** What a verb gets from its door. */
export interface RelayCtx {
  relay: RelayPorts;
  credential: Credential;
  /** Whose calls are counted together when nobody is named: the client's address. */
  address: string;
  /** Ends when the caller hangs up. Only a wait looks at it. */
  signal: AbortSignal;
}

/** What came with a request: a Bearer token, or for a socket also a ticket. */
export interface Credential {
  bearer?: string | undefined;
  ticket?: string | undefined;
}

/** A parsed body and the text that it was parsed from: a payload goes on as the text that it came in. */
export interface RelayBody {
  value: unknown;
  text: string;
}

/** The reply of a wait or a drain. The door sends `json` as it is and tells how that went. */
export interface HandedOut {
  /** JSON text of a `WaitReply` or a `DrainReply`. */
  json: string;
  /** The reply left this process, whole. */
  finished(): void;
  /** It did not arrive: the caller hung up, or the socket failed. It may come after `finished`. */
  failed(): void;
}

/** The relay's sessions, wherever they live. What is given out here has been committed. */
export interface RelayHost {
  /** Strictly greater at every start. Throws `relay_unavailable` before the host is open. */
  readonly epoch: number;
  create(session: NewSession): Promise<CreatedHere>;
  /** Decides a call in its session, in the order of arrival, and answers when that is committed. */
  execute<T extends CallType>(sessionId: string, call: Call<T>): Promise<Calls[T]["reply"]>;
  wait(sessionId: string, caller: Caller, input: WaitOptions, signal: AbortSignal): Promise<HandedOut>;
  drainInbox(sessionId: string, caller: Caller, cursor: number | null): Promise<HandedOut>;
  /** Neither pages a cold session in. */
  access(sessionId: string, caller: Caller): Promise<RelayAccess>;
  events(sessionId: string, caller: Caller, query: EventsQuery): Promise<{ json: string }>;
  attachStream(
    sessionId: string,
    caller: Caller,
    options: { cursor: number | null; hello: boolean },
    sink: StreamSink,
  ): Promise<void>;
  attachFirehose(
    sessionId: string,
    caller: Caller,
    options: { afterSeq: number | null },
    sink: FirehoseSink,
  ): Promise<void>;
}

export interface WaitOptions {
  names: readonly string[] | null;
  timeoutSeconds: number | null;
  /** The door's own ceiling. */
  maxSeconds: number;
  cursor: number | null;
  withSeq: boolean;
}

/** Where a participant's stream goes. `opened` is the first call and `close` the last; a refused attach makes none. */
export interface StreamSink {
  opened(stream: ParticipantStream): void;
  /**
   * Frames as JSON text. After a batch of half of `max_socket_buffer_bytes` or more nothing comes until
   * `window(true)`. `batch` is what `read` is told once the peer has shown that it read this far; null when there
   * is nothing to acknowledge.
   */
  frames(texts: readonly string[], batch: number | null): void;
  close(reason: RelayCloseReason): void;
}

/** An attached stream, as its door drives it. After `closed` every call does nothing. */
export interface ParticipantStream {
  participantId: string;
  /** For the hello. */
  lastSeq: number;
  gap: InboxGap | null;
  /** The peer sent `{"ack": N}`. */
  acked(cursor: number): void;
  /** A pong to a ping that was sent after this batch. */
  read(batch: number): void;
  /** False: the socket's buffer is full, write no more. True: there is room again. */
  window(open: boolean): void;
  /** The socket is gone. */
  closed(): void;
}

/** Where a firehose goes. `opened` is the first call and `close` the last; a refused attach makes none. */
export interface FirehoseSink {
  opened(stream: FirehoseStream): void;
  /** A `FirehoseFrame` as JSON text. */
  frame(text: string): void;
  /** Resolves when the socket's buffer has room again: the past is read no faster than it is taken. */
  ready(): Promise<void>;
  close(reason: RelayCloseReason): void;
}

export interface FirehoseStream {
  closed(): void;
}

/** What became of a session that somebody asked for. */
export interface CreatedHere {
  creatorId: string;
  joinExpiresAt: number;
  purpose: JsonObject | null;
  persistence: PersistenceState | null;
}

export type RateKind = "create" | "join" | "note";

/** Calls per minute. */
export interface RelayRates {
  /** Throws `rate_limited` when there were too many of this kind by this name. */
  count(kind: RateKind, name: string): void;
}

export type TicketStream = "events" | "firehose";

/** Single-use keys for a browser's socket, which can set no header. In RAM only. */
export interface Tickets {
  mint(ticket: { sessionId: string; stream: TicketStream; caller: Caller }): { ticket: string; expiresAt: number };
  /** The caller it was minted for; null when it is unknown, used, expired, or for something else. */
  redeem(ticket: string, sessionId: string, stream: TicketStream): Caller | null;
}
