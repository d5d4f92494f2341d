import { mintReceiptKey } from "@/lib/ask/receipts/mint-key";
import { openKey } from "@/lib/ask/receipts/sealed-key";
import { epochMs, fromEpochMs } from "@/lib/ask/store/moments";
import type { ServerSecret } from "@/lib/server-secret";
import type { Sql } from "postgres";

export interface KeyRow {
  kid: string;
  publicJwk: Record<string, unknown>;
  sealedPrivateJwk: string | null;
  createdAt: number;
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
    ${epochMs("created_at")} as "createdAt", ${epochMs("signs_from")} as "signsFrom", ${epochMs("clock_timestamp()")} as now
  from receipt_keys order by signs_from`;

/** All keys, the earliest first. */
export async function readKeys(sql: Sql): Promise<KeyRow[]> {
  return [...(await sql.unsafe<KeyRow[]>(READ, [], { prepare: true }))];
}

/**
 * Makes a key that signs from now on where this secret opens none, and the next one where there is none. Processes
 * that do so at once come to the same times, and of two keys for the same time only one is kept.
 */
export async function ensureKeys(sql: Sql, secret: ServerSecret, rotation: Rotation): Promise<KeyRow[]> {
  let rows = await readKeys(sql);
  if (!usableKeys(secret, rows).some(hasItsTurnCome)) {
    await insertKey(sql, secret, rows[0]?.now ?? SINCE_EVER);
    rows = await readKeys(sql);
  }
  const usable = usableKeys(secret, rows);
  const current = usable.findLast(hasItsTurnCome);
  if (!current || usable.some((row) => !hasItsTurnCome(row))) return rows;
  const due = Math.max(current.signsFrom, current.createdAt) + rotation.periodMs;
  await insertKey(sql, secret, Math.max(due, nextHour(current.now + rotation.leadMs)));
  return readKeys(sql);
}

const SINCE_EVER = 0;
const HOUR = 3_600_000;

/** Whether its turn to sign has come. */
function hasItsTurnCome({ signsFrom, now }: KeyRow): boolean {
  return signsFrom <= now;
}

function nextHour(moment: number): number {
  return Math.ceil(moment / HOUR) * HOUR;
}

function usableKeys(secret: ServerSecret, rows: KeyRow[]): KeyRow[] {
  return rows.filter((row) => isUsable(secret, row));
}

function isUsable(secret: ServerSecret, { kid, sealedPrivateJwk }: KeyRow): boolean {
  return sealedPrivateJwk !== null && openKey(secret, kid, sealedPrivateJwk) !== null;
}

async function insertKey(sql: Sql, secret: ServerSecret, signsFrom: number): Promise<void> {
  const { kid, publicJwk, sealedPrivateJwk } = await mintReceiptKey(secret);
  await sql.unsafe(
    `insert into receipt_keys (kid, public_jwk, sealed_private_jwk, signs_from)
     values ($1, $2::text::jsonb, $3, ${fromEpochMs("$4::float8")})
     on conflict (signs_from) do nothing`,
    [kid, JSON.stringify(publicJwk), sealedPrivateJwk, signsFrom],
  );
}
