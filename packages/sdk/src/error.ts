/**
 * What went wrong: `api` Sess refused; `transport` no connection, or it broke; `timeout` no reply in time; `aborted` your
 * signal; `unknown_outcome` a change may or may not have happened; `configuration` refused before anything was sent;
 * `protocol` a reply that cannot be right.
 */
export type SessErrorKind =
  | "api"
  | "transport"
  | "timeout"
  | "aborted"
  | "unknown_outcome"
  | "configuration"
  | "protocol";

/** What became of the request: it never left, it may have taken effect, or Sess refused it and changed nothing. */
export type SessErrorOutcome = "not_sent" | "unknown" | "rejected";

export interface SessErrorDetail {
  kind: SessErrorKind;
  code: string;
  message: string;
  outcome: SessErrorOutcome;
  retryable?: boolean;
  status?: number | undefined;
  field?: string | undefined;
  limit?: number | undefined;
  length?: number | undefined;
  retryAfterMs?: number | undefined;
  idempotencyKey?: string | undefined;
  details?: Record<string, unknown> | undefined;
}

/** Every failure of this package except a receipt that does not verify. Holds neither the API key nor a link. */
export class SessError extends Error {
  override readonly name: string = "SessError";
  readonly kind: SessErrorKind;
  /** For `api` the code Sess sent, or `http_<status>`; otherwise this package's own, in lower case. */
  readonly code: string;
  readonly outcome: SessErrorOutcome;
  /** The same call may succeed later; for `unknown_outcome` repeat it with `idempotencyKey`. */
  readonly retryable: boolean;
  readonly status: number | undefined;
  /** JSON pointer into the request; empty for the whole of it. */
  readonly field: string | undefined;
  readonly limit: number | undefined;
  readonly length: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** The key that a change was sent under. */
  readonly idempotencyKey: string | undefined;
  /** What the relay tells a program beside its code, such as the ids that a command could not go to. */
  readonly details: Record<string, unknown> | undefined;

  constructor(detail: SessErrorDetail) {
    super(detail.message);
    this.kind = detail.kind;
    this.code = detail.code;
    this.outcome = detail.outcome;
    this.retryable = detail.retryable ?? false;
    this.status = detail.status;
    this.field = detail.field;
    this.limit = detail.limit;
    this.length = detail.length;
    this.retryAfterMs = detail.retryAfterMs;
    this.idempotencyKey = detail.idempotencyKey;
    this.details = detail.details;
  }
}

const NAMES = new Set(["SessError", "ParticipantPaused", "ParticipantRemoved", "NoteNotFound"]);

/** Works across copies of this package, where `instanceof` does not. */
export function isSessError(error: unknown): error is SessError {
  return error instanceof Error && NAMES.has(error.name) && "kind" in error && "outcome" in error;
}

/** A refusal before anything was sent. */
export function configurationError(
  code: string,
  message: string,
  at: { field?: string | undefined; limit?: number | undefined; length?: number | undefined } = {},
): SessError {
  return new SessError({ kind: "configuration", outcome: "not_sent", code, message, ...at });
}

/** A reply that cannot be right: nothing of it is used. */
export function protocolError(code: string, message: string, at: { status?: number; field?: string } = {}): SessError {
  return new SessError({ kind: "protocol", outcome: "unknown", code, message, ...at });
}
