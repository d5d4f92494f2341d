import * as z from "zod";
import { NAME } from "../ids.js";
import { ACTOR_ASSURANCE, EventId, InteractionId, RevisionNumber } from "./shapes.js";

/** `typ` of a receipt's header. */
export const RECEIPT_TYPE = "sess-receipt+jws";

const Sha256 = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** What a receipt states. Digests are base64url SHA-256 of canonical JSON. */
export const ReceiptClaims = z.looseObject({
  iss: z.string(),
  /** Seconds since the epoch. */
  iat: z.int(),
  /** The event id of the answer. */
  jti: EventId,
  /** The interaction id. */
  sub: InteractionId,
  workspace: z.string(),
  revision: RevisionNumber,
  action: z.string().regex(NAME),
  /** Of the Surface exactly as it was returned. */
  surface_sha256: Sha256,
  /** Of `{actionId, values}`. */
  answer_sha256: Sha256,
  changed: z.array(z.string()),
  actor_assurance: z.literal(ACTOR_ASSURANCE),
});

export type ReceiptClaims = z.output<typeof ReceiptClaims>;

/** Reply of `GET /.well-known/jwks.json`. */
export const JwkSet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })),
});

export type JwkSet = z.output<typeof JwkSet>;
