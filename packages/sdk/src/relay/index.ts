export { RelayClient } from "./relay-client.js";
export type { RelayClientOptions, RelayTransport } from "./settings.js";
export { NoteNotFound, ParticipantPaused, ParticipantRemoved } from "./errors.js";
export type { RelayCallOptions } from "./call-relay.js";
export type { CreateSessionInput, DeletedSession } from "./sessions.js";
export type { EventsInput, RosterEntry } from "./history.js";
export type { JoinAs, JoinInput, ResumeInput } from "./join.js";
export type { Order } from "./supervision.js";
export type { Participant } from "./participant.js";
export type {
  CommandInput,
  ResponseInput,
  SelfInput,
  SessionSnapshot,
  WaitForEventInput,
} from "./participant-input.js";
export type { EventsOptions, EventStream } from "./inbox/event-stream.js";
export type { RelayEvent, RelayEventNames } from "./inbox/relay-event.js";
export type { OpenWebSocket, WebSocketEvent, WebSocketLike } from "./inbox/web-socket.js";
export { isSessError, SessError, type SessErrorKind, type SessErrorOutcome } from "../error.js";
export type { Clock } from "../clock.js";
