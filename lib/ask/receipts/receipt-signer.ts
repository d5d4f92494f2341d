import { type KeyObject, sign as signBytes } from "node:crypto";
import type { ReceiptSigner } from "@/lib/ask/ports";
import { type KnownKeys, openKeys, type SigningKey } from "@/lib/ask/receipts/known-keys";
import { ensureKeys, type KeyRow, readKeys, type Rotation } from "@/lib/ask/receipts/key-rows";
import { withReconnect } from "@/lib/ask/store/outage";
import type { ServerSecret } from "@/lib/server-secret";
import { ACTOR_ASSURANCE, LIMITS, RECEIPT_TYPE, type ReceiptClaims } from "@sess.si/protocol";
import type { Sql } from "postgres";

export interface ReceiptSignerOptions {
  sql: Sql;
  secret: ServerSecret;
  /** `iss`: the public origin. */
  issuer: string;
  periodMs?: number;
}

export const RECEIPT_KEY_PERIOD_MS = 90 * 24 * 3_600_000;

/** Signs receipts with the key whose turn it is by the clock of the database. */
export function createReceiptSigner(options: ReceiptSignerOptions): ReceiptSigner {
  const keys = new SigningKeys(options);
  return {
    async sign(claims) {
      const { kid, key } = await keys.at(claims.issuedAt);
      return compactJws({ alg: "EdDSA", typ: RECEIPT_TYPE, kid }, statement(options.issuer, claims), key);
    },
    jwks: () => keys.published(),
  };
}

/** RFC 7515, 7.1. On this thread: to hand so small a signature to another one costs several times the signature. */
function compactJws(header: object, claims: object, key: KeyObject): string {
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${signed}.${signBytes(null, Buffer.from(signed), key).toString("base64url")}`;
}

export function rotationOf(periodMs = RECEIPT_KEY_PERIOD_MS): Rotation {
  return { periodMs, leadMs: LIMITS.receiptKeyLeadMs };
}

/** The keys of the database, as far as this process has looked. */
class SigningKeys {
  readonly #options: ReceiptSignerOptions;
  #known: Promise<KnownKeys> | null = null;
  #reading: Promise<KeyRow[]> | null = null;

  constructor(options: ReceiptSignerOptions) {
    this.#options = options;
  }

  /** The key that signs at a moment. */
  async at(moment: number): Promise<SigningKey> {
    const seen = this.#known ?? this.#lookUp();
    let { keys, lookAgainAt } = await seen;
    // Somebody who waited beside us may have begun to look again already.
    if (moment >= lookAgainAt)
      ({ keys } = await (this.#known === seen ? this.#lookUp() : (this.#known ?? this.#lookUp())));
    const key = keys.findLast(({ signsFrom }) => signsFrom <= moment) ?? keys[0];
    if (!key) throw new Error("No receipt key can be opened");
    return key;
  }

  async published(): Promise<{ keys: Record<string, unknown>[] }> {
    this.#reading ??= this.#read().finally(() => (this.#reading = null));
    return { keys: (await this.#reading).map((row) => row.publicJwk) };
  }

  #lookUp(): Promise<KnownKeys> {
    const loading = this.#load().catch((error: unknown) => {
      if (this.#known === loading) this.#known = null;
      throw error;
    });
    this.#known = loading;
    return loading;
  }

  async #load(): Promise<KnownKeys> {
    const { secret } = this.#options;
    const opened = openKeys(secret, await this.#read());
    return opened.current ? opened : openKeys(secret, await this.#ensure());
  }

  async #read(): Promise<KeyRow[]> {
    const rows = await withReconnect(() => readKeys(this.#options.sql));
    return isComplete(rows) ? rows : this.#ensure();
  }

  #ensure(): Promise<KeyRow[]> {
    const { sql, secret, periodMs } = this.#options;
    return withReconnect(() => ensureKeys(sql, secret, rotationOf(periodMs)));
  }
}

/** One that signs and one that is next. */
function isComplete(rows: KeyRow[]): boolean {
  return rows.some(({ signsFrom, now }) => signsFrom <= now) && rows.some(({ signsFrom, now }) => signsFrom > now);
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
