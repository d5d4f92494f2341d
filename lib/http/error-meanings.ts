import type { ErrorCode } from "@sess.si/protocol";

/** For the document: what each code means, and the way out. */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  invalid_arguments: "something in the request is not as it must be; `field` says where. Mend it.",
  unauthorized: "no key, or none that is valid any more. Send another.",
  insufficient_scope: "the key may not do this. Use one with the scope that the operation names.",
  plan_limit_reached: "as many links are open as the plan allows. Complete or withdraw some, or wait.",
  not_found: "there is no such thing for this key, or not any more.",
  method_not_allowed: "the address does not take this method; `Allow` lists those it takes.",
  request_timeout: "the request did not come to its end in time. Send it again.",
  invalid_state: "the interaction has gone on, and this can no longer be done. Read it again.",
  response_mismatch: "the answer or the revision that you name is not the current one. Read it again.",
  revision_mismatch: "`If-Match` names an earlier revision; `ETag` carries the current one. Read it again.",
  payload_too_large: "the body is larger than any that is taken; `limit` says how large.",
  unsupported_media_type: "the body must be JSON in UTF-8, not compressed.",
  idempotency_mismatch: "this Idempotency-Key came with another request before. Use a new one.",
  precondition_required: "`If-Match` is missing: send the revision that you read, quoted.",
  rate_limited: "too many requests. Wait for as long as `Retry-After` says.",
  internal: "a fault of the server. Send the same again, under the same Idempotency-Key.",
  unavailable: "the server cannot answer right now. Send the same again after `Retry-After`.",
  relay_unavailable: "this server runs no relay.",
};
