import { RELAY_CLOSE_CODES, type RelayCloseReason, type RelayErrorCode } from "@sess.si/protocol";

/** How a socket ends: what is on the wire. */
export interface Ending {
  code: number;
  reason: string;
}

/** The ending for a reason of the relay. */
export function endingOf(reason: RelayCloseReason): Ending {
  return { code: RELAY_CLOSE_CODES[reason].code, reason };
}

const REASONS: Partial<Record<RelayErrorCode, RelayCloseReason>> = {
  unauthorized: "unauthorized",
  account_token_invalid: "unauthorized",
  permission_denied: "permission_denied",
  participant_evicted: "permission_denied",
  join_token_expired: "permission_denied",
  join_token_revoked: "permission_denied",
  participant_removed: "removed",
  session_not_found: "session_not_found",
  validation_error: "bad_request",
  no_history: "bad_request",
  rate_limited: "too_many",
};

/** The ending for a refusal: a browser is told of it in no other way. What may pass is worth coming back for. */
export function endingOfRefusal(code: RelayErrorCode): Ending {
  return { code: RELAY_CLOSE_CODES[REASONS[code] ?? "restart"].code, reason: code };
}
