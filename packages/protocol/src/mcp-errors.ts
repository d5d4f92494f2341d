/** Error codes of the tools, with the class that adapters share. The class is not on the wire. */
export const MCP_ERRORS = {
  INVALID_ARGUMENTS: { class: "invalid_arguments", retryable: false },
  HANDLE_NOT_FOUND: { class: "not_found", retryable: false },
  BINDING_MISMATCH: { class: "not_found", retryable: false },
  REVISION_MISMATCH: { class: "conflict", retryable: false },
  RESPONSE_MISMATCH: { class: "conflict", retryable: false },
  PENDING_MUTATION_DIFFERS: { class: "conflict", retryable: false },
  MUTATION_PENDING: { class: "conflict", retryable: false },
  INVALID_STATE: { class: "conflict", retryable: false },
  CREATE_REJECTED: { class: "create_rejected", retryable: false },
  PLAN_LIMIT_REACHED: { class: "create_rejected", retryable: false },
  CREATE_OUTCOME_UNKNOWN: { class: "create_unknown", retryable: false },
  CREATED_NOT_SAVED: { class: "created_not_saved", retryable: false },
  OUTCOME_UNKNOWN: { class: "outcome_unknown", retryable: true },
  MUTATION_REJECTED: { class: "mutation_rejected", retryable: false },
  VERIFICATION_FAILED: { class: "verification_failed", retryable: false },
  RECOVERY_BLOCKED: { class: "blocked", retryable: false },
  SESS_UNAVAILABLE: { class: "unavailable", retryable: true },
  NOT_CONFIGURED: { class: "configuration", retryable: false },
  SESS_PROTOCOL_ERROR: { class: "configuration", retryable: false },
  /** A transient failure to read or write may be repeated: then the error itself says so. */
  STATE_STORE_ERROR: { class: "store", retryable: "sometimes" },
  STATE_STORE_FULL: { class: "store", retryable: false },
} as const satisfies Record<string, { class: McpErrorClass; retryable: boolean | "sometimes" }>;

export type McpErrorCode = keyof typeof MCP_ERRORS;

export type McpErrorClass =
  | "invalid_arguments"
  | "not_found"
  | "conflict"
  | "create_rejected"
  | "create_unknown"
  | "created_not_saved"
  | "outcome_unknown"
  | "mutation_rejected"
  | "verification_failed"
  | "blocked"
  | "unavailable"
  | "configuration"
  | "store";

/** Classes after which only the owner may touch the record again. */
export const BLOCKING_CLASSES: readonly McpErrorClass[] = ["mutation_rejected", "verification_failed", "blocked"];
