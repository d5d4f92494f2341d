/** Why an answer was not released. */
export type VerificationCode =
  | "RECEIPT_MALFORMED"
  | "RECEIPT_HEADER_INVALID"
  | "UNKNOWN_KEY_ID"
  | "KEY_SET_UNAVAILABLE"
  | "SIGNATURE_INVALID"
  | "CLAIMS_INVALID"
  | "VERIFICATION_CONTEXT_MISSING"
  | "ISSUER_MISMATCH"
  | "WORKSPACE_MISMATCH"
  | "INTERACTION_MISMATCH"
  | "REVISION_MISMATCH"
  | "EVENT_MISMATCH"
  | "ACTION_MISMATCH"
  | "CHANGED_MISMATCH"
  | "ACTOR_ASSURANCE_MISMATCH"
  | "TIME_MISMATCH"
  | "ANSWER_MISMATCH"
  | "SURFACE_MISMATCH"
  | "NOT_CURRENT";

/** An answer that did not verify: do not act on it. */
export class VerificationError extends Error {
  override readonly name = "VerificationError";
  /** True only where the same answer may verify later: `KEY_SET_UNAVAILABLE`. */
  readonly retryable: boolean;

  constructor(
    readonly code: VerificationCode,
    message: string,
  ) {
    super(message);
    this.retryable = code === "KEY_SET_UNAVAILABLE";
  }
}

/** Works across copies of this package, where `instanceof` does not. */
export function isVerificationError(error: unknown): error is VerificationError {
  return error instanceof Error && error.name === "VerificationError" && "code" in error;
}
