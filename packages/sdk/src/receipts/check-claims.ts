import type { ReceiptClaims } from "@sess.si/protocol";
import type { Answer } from "../interactions/wait-for-response.js";
import { VerificationError, type VerificationCode } from "./verification-error.js";

/** What the receipt of an answer must claim. */
export interface Expected {
  issuers: readonly string[];
  workspaceId: string;
  interactionId: string;
  revision: number;
  response: Answer;
  surfaceSha256: string;
  answerSha256: string;
}

/** An answer is stamped and signed in one go; both clocks are the server's. */
const SIGNED_WITHIN_MS = 60_000;

type Check = readonly [VerificationCode, string, (claims: ReceiptClaims, expected: Expected) => boolean];

const CHECKS: readonly Check[] = [
  ["WORKSPACE_MISMATCH", "It is another workspace's.", (claims, { workspaceId }) => claims.workspace === workspaceId],
  ["INTERACTION_MISMATCH", "It is another interaction's.", (claims, { interactionId }) => claims.sub === interactionId],
  ["REVISION_MISMATCH", "It is another revision's.", (claims, { revision }) => claims.revision === revision],
  ["EVENT_MISMATCH", "It is another answer's.", (claims, { response }) => claims.jti === response.eventId],
  ["ACTION_MISMATCH", "Another button was pressed.", (claims, { response }) => claims.action === response.actionId],
  [
    "CHANGED_MISMATCH",
    "Other fields were changed.",
    (claims, { response }) => sameNames(claims.changed, response.changed),
  ],
  [
    "ACTOR_ASSURANCE_MISMATCH",
    "It says something else about who answered.",
    (claims, { response }) => claims.actor_assurance === response.actorAssurance,
  ],
  [
    "TIME_MISMATCH",
    "It was signed at another time.",
    (claims, { response }) => signedThen(claims.iat, response.submittedAt),
  ],
  [
    "ANSWER_MISMATCH",
    "Other values were accepted.",
    (claims, expected) => claims.answer_sha256 === expected.answerSha256,
  ],
  [
    "SURFACE_MISMATCH",
    "The person was shown something else.",
    (claims, expected) => claims.surface_sha256 === expected.surfaceSha256,
  ],
];

/** Refuses a receipt that is not exactly this answer's. */
export function checkClaims(claims: ReceiptClaims, expected: Expected): void {
  if (!expected.issuers.includes(claims.iss)) throw issuedByAnother(claims, expected);
  for (const [code, reason, holds] of CHECKS) {
    if (!holds(claims, expected))
      throw new VerificationError(code, `The receipt does not belong to this answer. ${reason}`);
  }
}

/** Most often it is the same Sess, called by another of its names. */
function issuedByAnother({ iss }: ReceiptClaims, { issuers }: Expected): VerificationError {
  const message = `The receipt was issued by ${iss}, where ${issuers.join(" or ")} was expected.`;
  return new VerificationError("ISSUER_MISMATCH", message);
}

function sameNames(claimed: readonly string[], said: readonly string[]): boolean {
  return claimed.length === said.length && claimed.every((name, at) => name === said[at]);
}

function signedThen(iat: number, submittedAt: string): boolean {
  return Math.abs(iat * 1000 - Date.parse(submittedAt)) <= SIGNED_WITHIN_MS;
}
