import { ensureKeys, type Rotation } from "@/lib/ask/receipts/key-rows";
import type { ServerSecret } from "@/lib/server-secret";
import type { Sql } from "postgres";

/** Publishes the next key in time, and forgets the private half of those that no longer sign. */
export async function rotateReceiptKeys(sql: Sql, secret: ServerSecret, rotation: Rotation): Promise<void> {
  await ensureKeys(sql, secret, rotation);
  await sql`
    update receipt_keys k set sealed_private_jwk = null
    where k.sealed_private_jwk is not null and exists (
      select from receipt_keys later
      where later.signs_from > k.signs_from and later.signs_from < clock_timestamp() - interval '24 hours')`;
}
