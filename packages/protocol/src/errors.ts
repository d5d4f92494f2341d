import type { ErrorEnvelope } from "./wire/error-envelope.js";

/** Status and retryability of every error code of the REST API. */
export const ERRORS = {
  invalid_arguments: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  insufficient_scope: { status: 403, retryable: false },
  plan_limit_reached: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  request_timeout: { status: 408, retryable: true },
  invalid_state: { status: 409, retryable: false },
  response_mismatch: { status: 409, retryable: false },
  revision_mismatch: { status: 412, retryable: false },
  payload_too_large: { status: 413, retryable: false },
  unsupported_media_type: { status: 415, retryable: false },
  idempotency_mismatch: { status: 422, retryable: false },
  precondition_required: { status: 428, retryable: false },
  rate_limited: { status: 429, retryable: true },
  internal: { status: 500, retryable: true },
  unavailable: { status: 503, retryable: true },
  relay_unavailable: { status: 503, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type ErrorCode = keyof typeof ERRORS;

/** What a refusal says beside its code and message. */
export interface ErrorDetail {
  /** JSON pointer of the value that was refused. */
  field?: string;
  limit?: number;
  length?: number;
  /** Seconds until a repeat makes sense. */
  retryAfter?: number;
  /** Where one code has two statuses: a stale `revision` of a read is 409, of an `If-Match` 412. */
  status?: number;
  /** For the log only. */
  details?: Record<string, unknown>;
}

/** The one error of the contract. Test it with `isProtocolError`: modules may be loaded twice. */
export class ProtocolError extends Error implements ErrorDetail {
  override readonly name = "ProtocolError";
  declare readonly field?: string;
  declare readonly limit?: number;
  declare readonly length?: number;
  declare readonly retryAfter?: number;
  declare readonly details?: Record<string, unknown>;
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    detail: ErrorDetail = {},
  ) {
    super(message);
    this.status = ERRORS[code].status;
    Object.assign(this, detail);
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}

/** True for a ProtocolError of any copy of this module. */
export function isProtocolError(error: unknown): error is ProtocolError {
  if (typeof error !== "object" || error === null) return false;
  if (!("name" in error) || error.name !== "ProtocolError" || !("code" in error)) return false;
  return typeof error.code === "string" && Object.hasOwn(ERRORS, error.code);
}

/** What a door sends for an error: never more than this. */
export function errorEnvelope(error: ProtocolError): ErrorEnvelope {
  const { code, message, field, limit, length } = error;
  const { retryable } = ERRORS[code];
  return {
    error: {
      code,
      message,
      retryable,
      ...(field !== undefined && { field }),
      ...(limit !== undefined && { limit }),
      ...(length !== undefined && { length }),
    },
  };
}
