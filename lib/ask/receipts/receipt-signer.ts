import type { ReceiptSigner } from "@/lib/ask/ports";
import { ensureKeys, type KeyRow, readKeys, type Rotation } from "@/lib/ask/receipts/key-rows";
import { openKey } from "@/lib/ask/receipts/sealed-key";
import { withReconnect } from "@/lib/ask/store/outage";
import type { ServerSecret } from "@/lib/server-secret";
import { ACTOR_ASSURANCE, LIMITS, RECEIPT_TYPE, type ReceiptClaims } from "@sess.si/protocol";
import { CompactSign, type CryptoKey, importJWK } from "jose";
import type { Sql } from "postgres";

export interface ReceiptSignerOptions {
  sql: Sql;
  secret: ServerSecret;
  /** `iss`: the public origin. */
  issuer: string;
  periodMs?: number;
}

interface SigningKey {
  kid: string;
  signsFrom: number;
  key: CryptoKey | Uint8Array;
}

interface KnownKeys {
  /** Those that this secret opens, the earliest first. */
  keys: SigningKey[];
  /** Whose turn it is at the read, if this secret opens it. */
  current: SigningKey | undefined;
  lookAgainAt: number;
}

/** A next key is public for a day before it signs, so a process that looks once an hour knows it in time. */
const LOOK_AGAIN_MS = 3_600_000;
export const RECEIPT_KEY_PERIOD_MS = 90 * 24 * 3_600_000;

/** Signs receipts with the key whose turn it is by the clock of the database. */
export function createReceiptSigner(options: ReceiptSignerOptions): ReceiptSigner {
  const { sql, secret, issuer } = options;
  const rotation = rotationOf(options.periodMs);
  let known: Promise<KnownKeys> | null = null;
  let reading: Promise<KeyRow[]> | null = null;

  async function read(): Promise<KeyRow[]> {
    const rows = await withReconnect(() => readKeys(sql));
    return isComplete(rows) ? rows : ensure();
  }

  const ensure = () => withReconnect(() => ensureKeys(sql, secret, rotation));

  async function load(): Promise<KnownKeys> {
    const opened = await openKeys(secret, await read());
    return opened.current ? opened : openKeys(secret, await ensure());
  }

  function lookUp(): Promise<KnownKeys> {
    const loading = load().catch((error: unknown) => {
      if (known === loading) known = null;
      throw error;
    });
    known = loading;
    return loading;
  }

  async function keyFor(moment: number): Promise<SigningKey> {
    const seen = known ?? lookUp();
    let { keys, lookAgainAt } = await seen;
    if (moment >= lookAgainAt) ({ keys } = await (known === seen || known === null ? lookUp() : known));
    const key = keys.findLast(({ signsFrom }) => signsFrom <= moment) ?? keys[0];
    if (!key) throw new Error("No receipt key can be opened");
    return key;
  }

  return {
    async sign(claims) {
      const { kid, key } = await keyFor(claims.issuedAt);
      const payload = new TextEncoder().encode(JSON.stringify(statement(issuer, claims)));
      return new CompactSign(payload).setProtectedHeader({ alg: "EdDSA", typ: RECEIPT_TYPE, kid }).sign(key);
    },
    async jwks() {
      reading ??= read().finally(() => (reading = null));
      return { keys: (await reading).map((row) => row.publicJwk) };
    },
  };
}

export function rotationOf(periodMs = RECEIPT_KEY_PERIOD_MS): Rotation {
  return { periodMs, leadMs: LIMITS.receiptKeyLeadMs };
}

/** One that signs and one that is next. */
function isComplete(rows: KeyRow[]): boolean {
  return rows.some(({ signsFrom, now }) => signsFrom <= now) && rows.some(({ signsFrom, now }) => signsFrom > now);
}

async function openKeys(secret: ServerSecret, rows: KeyRow[]): Promise<KnownKeys> {
  const now = rows[0]?.now ?? 0;
  const keys: SigningKey[] = [];
  for (const { kid, sealedPrivateJwk, signsFrom } of rows) {
    const jwk = sealedPrivateJwk === null ? null : openKey(secret, kid, sealedPrivateJwk);
    if (jwk) keys.push({ kid, signsFrom, key: await importJWK(jwk, "EdDSA") });
  }
  return { keys, current: keys.findLast(({ signsFrom }) => signsFrom <= now), lookAgainAt: now + LOOK_AGAIN_MS };
}

function statement(issuer: string, claims: Parameters<ReceiptSigner["sign"]>[0]): ReceiptClaims {
  return {
    iss: issuer,
    iat: Math.floor(claims.issuedAt / 1000),
    jti: claims.eventId,
    sub: claims.interactionId,
    workspace: claims.workspaceId,
    revision: claims.revision,
    action: claims.actionId,
    surface_sha256: claims.surfaceSha256,
    answer_sha256: claims.answerSha256,
    changed: claims.changed,
    actor_assurance: ACTOR_ASSURANCE,
  };
}
