import { mintReceiptKey } from "@/lib/ask/receipts/mint-key";
import { openKey } from "@/lib/ask/receipts/sealed-key";
import { epochMs, fromEpochMs } from "@/lib/ask/store/moments";
import type { ServerSecret } from "@/lib/server-secret";
import type { ISql, Sql } from "postgres";

export interface KeyRow {
  kid: string;
  publicJwk: Record<string, unknown>;
  sealedPrivateJwk: string | null;
  /** ms */
  signsFrom: number;
  /** The database's clock at the read, ms. */
  now: number;
}

export interface Rotation {
  /** How long a key signs. */
  periodMs: number;
  /** How long the next one is public before it signs, at least. */
  leadMs: number;
}

const READ = `
  select kid, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk",
    ${epochMs("signs_from")} as "signsFrom", ${epochMs("clock_timestamp()")} as now
  from receipt_keys order by signs_from`;

/** All keys, the earliest first. */
export async function readKeys(sql: ISql): Promise<KeyRow[]> {
  return [...(await sql.unsafe<KeyRow[]>(READ, [], { prepare: true }))];
}

/**
 * Makes a key that signs from now on where this secret opens none, and the next one where there is none.
 * Processes queue for it, so that all of them end up with the same keys.
 */
export async function ensureKeys(sql: Sql, secret: ServerSecret, rotation: Rotation): Promise<KeyRow[]> {
  return (await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${LOCK})`;
    const [clock] = await transaction.unsafe<{ now: number }[]>(`select ${epochMs("clock_timestamp()")} as now`);
    const now = clock?.now ?? 0;
    const usable = (await readKeys(transaction)).filter((row) => isUsable(secret, row));
    const current = usable.findLast((row) => row.signsFrom <= now);
    if (!current) await insertKey(transaction, secret, now);
    if (!usable.some((row) => row.signsFrom > now)) {
      const due = (current?.signsFrom ?? now) + rotation.periodMs;
      await insertKey(transaction, secret, Math.max(due, now + rotation.leadMs));
    }
    return readKeys(transaction);
  })) as KeyRow[];
}

function isUsable(secret: ServerSecret, { kid, sealedPrivateJwk }: KeyRow): boolean {
  return sealedPrivateJwk !== null && openKey(secret, kid, sealedPrivateJwk) !== null;
}

async function insertKey(sql: ISql, secret: ServerSecret, signsFrom: number): Promise<void> {
  const { kid, publicJwk, sealedPrivateJwk } = await mintReceiptKey(secret);
  await sql.unsafe(
    `insert into receipt_keys (kid, public_jwk, sealed_private_jwk, signs_from)
     values ($1, $2::text::jsonb, $3, ${fromEpochMs("$4::float8")})`,
    [kid, JSON.stringify(publicJwk), sealedPrivateJwk, signsFrom],
  );
}

const LOCK = 7_310_581;
