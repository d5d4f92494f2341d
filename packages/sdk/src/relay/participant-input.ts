import type {
  DispatchMode,
  DispatchTarget,
  JsonObject,
  ParticipantPublic,
  PersistenceState,
  RelaySessionConfig,
  ResultStatus,
} from "@sess.si/protocol";
import { configurationError } from "../error.js";
import type { RelayCallOptions } from "./call-relay.js";
import type { RelayEventNames } from "./inbox/relay-event.js";

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

/** What a wait asks for; null: every event. */
export function namesOf({ names, notes = true }: WaitForEventInput): ReadonlySet<string> | null {
  if (names === undefined || names.length === 0) return null;
  return new Set(notes ? [...names, "supervisor.note"] : names);
}

/** Refuses a time that can never be right. */
export function requireSeconds(seconds: number): void {
  if (typeof seconds === "number" && seconds >= 0) return;
  throw configurationError("invalid_arguments", "timeoutSeconds must be a number from 0.", {
    field: "/timeoutSeconds",
  });
}
