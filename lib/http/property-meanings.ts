import { LIMITS, RECEIPT_TYPE } from "@sess.si/protocol";

/** For the document: what `state` means where it has all of its values. */
export const STATE_MEANING =
  "`waiting` also while the time is up and the person may still ask for more. `expired` is final: nobody answered.";

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** For the document: what properties of Ask's replies mean beyond their names. */
export const PROPERTY_MEANINGS: Record<string, string> = {
  expiresAt:
    "When the time of the link as it was created is up. With a lifetime of up to " +
    `${LIMITS.extendableLifetimeMs / HOUR} hours that is not the end: the person may ask for more time, ` +
    `by one lifetime (at least ${LIMITS.extensionMinMs / MINUTE} minutes) at each press, until ` +
    `${LIMITS.extensions + 1} of these have passed since creation, or ${LIMITS.horizonMs / HOUR} hours. ` +
    "Until then `state` stays `waiting`, and an answer may still come.",
  extendedUntil: "Until when the person may answer, after they asked for more time.",
  lapsed:
    "The time is up, but the person may still ask for more. " +
    "A wait returns `waiting` at once then: pause before you wait again.",
  next_cursor: "The `cursor` of the next page; the one property that is spelled like a request's.",
  receipt:
    `A compact JWS by \`EdDSA\` with \`typ\` \`${RECEIPT_TYPE}\`; its \`kid\` names a key of ` +
    "`/.well-known/jwks.json`. It belongs to this answer if `iss` is the address of this server, `workspace` the " +
    "`Sess-Workspace-Id` of the reply, `sub` the interaction's `id`, `jti` the `eventId`, `action` the `actionId`, " +
    "`revision` and `changed` are those of the answer, `actor_assurance` is its `actorAssurance`, and `iat` (seconds) " +
    "is within a minute of `submittedAt`. " +
    "`answer_sha256` is the SHA-256, in base64url without padding, of the canonical JSON (RFC 8785) of " +
    "`{actionId, values}`, and `surface_sha256` that of `surface` as `GET /v1/interactions/{id}` returns it.",
};
