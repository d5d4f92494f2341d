import { connectionOptions } from "@/db/client";
import { openPostgres } from "@/db/postgres";
import {
  findServerSecret,
  readServerSecret,
  secretPath,
  type SecretPlaces,
  type ServerSecret,
} from "@/lib/server-secret";
import { createHmac } from "node:crypto";
import type { Sql } from "postgres";

/** The database was set up with another secret than this server has, and what to do about it. */
export class SecretError extends Error {
  override name = "SecretError";
  readonly advice = [
    "Start every server of this database with the same secret: the same SESS_SECRET, or a data directory",
    "(SESS_DATA_DIR) with the same file `secret`. If the secret of then is lost, another one can take its place:",
    "npm run admin -- adopt-secret says first what is lost with it.",
  ].join("\n");

  constructor(places: SecretPlaces, isThere: boolean) {
    const place = places.secret ? "SESS_SECRET" : secretPath(places);
    super(
      isThere
        ? `${place} is not the secret that this database was set up with.`
        : `This database was set up with a secret, and there is none here: no SESS_SECRET, and no ${place}.`,
    );
  }
}

/** As `claimSecret`, over a connection of its own. */
export async function claimDatabase(url: string, places: SecretPlaces): Promise<void> {
  const sql = openPostgres(url, { ...connectionOptions("sess secret"), max: 1 });
  try {
    await claimSecret(sql, places);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** This server's secret, once it is sure to be the database's too: the first one there ever was, or one adopted since. */
export async function claimSecret(sql: Sql, places: SecretPlaces): Promise<ServerSecret> {
  // No file is made beside a database that has its secret elsewhere.
  const secret = (await readDigest(sql)) === null ? readServerSecret(places) : findServerSecret(places);
  if (secret === null) throw new SecretError(places, false);
  const digest = digestOf(secret);
  await sql`insert into server_secret (digest) values (${digest}) on conflict do nothing`;
  if ((await readDigest(sql)) !== digest) throw new SecretError(places, true);
  return secret;
}

/** Makes this server's secret the database's; false: it is already. */
export async function adoptSecret(sql: Sql, places: SecretPlaces): Promise<boolean> {
  const digest = digestOf(readServerSecret(places));
  const changed = await sql`
    insert into server_secret (digest) values (${digest})
    on conflict (is_only) do update set digest = excluded.digest, adopted_at = excluded.adopted_at
    where server_secret.digest <> excluded.digest
    returning true`;
  return changed.length > 0;
}

async function readDigest(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ digest: string }[]>`select digest from server_secret`;
  return row?.digest ?? null;
}

/** It says which secret it is of, and opens nothing that the secret opens. */
function digestOf(secret: ServerSecret): string {
  return createHmac("sha256", secret.derive("secret digest")).update("of this database").digest("base64url");
}
