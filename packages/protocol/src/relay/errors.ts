import { z } from "zod";

/** Status and retryability of every error code of the relay. */
export const RELAY_ERRORS = {
  validation_error: { status: 400, retryable: false },
  invalid_dispatch_filters: { status: 400, retryable: false },
  invalid_targets: { status: 400, retryable: false },
  invalid_config: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  account_token_required: { status: 401, retryable: false },
  account_token_invalid: { status: 401, retryable: false },
  permission_denied: { status: 403, retryable: false },
  participant_removed: { status: 403, retryable: false },
  not_a_recipient: { status: 403, retryable: false },
  join_token_expired: { status: 403, retryable: false },
  join_token_revoked: { status: 403, retryable: false },
  session_not_found: { status: 404, retryable: false },
  command_not_found: { status: 404, retryable: false },
  participant_not_found: { status: 404, retryable: false },
  note_not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  session_full: { status: 409, retryable: false },
  already_responded: { status: 409, retryable: false },
  participant_paused: { status: 409, retryable: false },
  sender_paused: { status: 409, retryable: false },
  wait_already_in_flight: { status: 409, retryable: true },
  participant_evicted: { status: 409, retryable: false },
  no_history: { status: 409, retryable: false },
  already_in_session: { status: 409, retryable: false },
  not_in_session: { status: 409, retryable: false },
  invalid_delivery_mode: { status: 409, retryable: false },
  command_id_conflict: { status: 409, retryable: false },
  payload_too_large: { status: 413, retryable: false },
  idempotency_mismatch: { status: 422, retryable: false },
  too_many_waits: { status: 429, retryable: true },
  rate_limited: { status: 429, retryable: true },
  /** The caller hung up: for the log, never for the wire. */
  client_disconnect: { status: 499, retryable: true },
  internal: { status: 500, retryable: true },
  persistence_corrupted: { status: 500, retryable: false },
  /** Retryable when the store failed; `details.reason` tells when it is switched off or full. */
  persistence_failed: { status: 503, retryable: true },
  relay_full: { status: 503, retryable: true },
  relay_unavailable: { status: 503, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type RelayErrorCode = keyof typeof RELAY_ERRORS;

export type RelayErrorDetails = Record<string, unknown>;

/** A refusal of the relay. Test it with `isRelayError`: modules may be loaded twice. */
export class RelayError extends Error {
  override readonly name = "RelayError";

  constructor(
    readonly code: RelayErrorCode,
    message: string,
    /** What a program needs to go on: it is on the wire. */
    readonly details?: RelayErrorDetails,
    /** Seconds until a repeat makes sense. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  get status(): number {
    return RELAY_ERRORS[this.code].status;
  }

  get retryable(): boolean {
    return isRetryable(this.code, this.details);
  }
}

/** True for a RelayError of any copy of this module. */
export function isRelayError(error: unknown): error is RelayError {
  if (typeof error !== "object" || error === null) return false;
  if (!("name" in error) || error.name !== "RelayError" || !("code" in error)) return false;
  return typeof error.code === "string" && Object.hasOwn(RELAY_ERRORS, error.code);
}

const FINAL_REASONS = new Set<unknown>(["disabled", "quota"]);

function isRetryable(code: RelayErrorCode, details: RelayErrorDetails | undefined): boolean {
  if (code === "persistence_failed" && FINAL_REASONS.has(details?.["reason"])) return false;
  return RELAY_ERRORS[code].retryable;
}

/** The body of an error reply, over every door. */
export function relayErrorEnvelope(error: RelayError): RelayErrorEnvelope {
  const { code, message, details } = error;
  const retryable = isRetryable(code, details);
  return { error: { code, message, retryable, ...(details && { details }) } };
}

/** The body of every error reply. */
export const RelayErrorEnvelope = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    details: z.record(z.string(), z.unknown()).exactOptional(),
  }),
});

export type RelayErrorEnvelope = z.output<typeof RelayErrorEnvelope>;
