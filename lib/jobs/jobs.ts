import { type Plan, PLANS } from "@/lib/accounts/plans";
import { rotationOf } from "@/lib/ask/receipts/receipt-signer";
import { rotateReceiptKeys } from "@/lib/ask/receipts/rotate-keys";
import { deleteOldAudit, deleteOldInteractions, deleteOldKeys } from "@/lib/jobs/delete-old";
import { expireInteractions } from "@/lib/jobs/expire-interactions";
import type { Job } from "@/lib/jobs/schedule";
import type { ServerSecret } from "@/lib/server-secret";
import type { Sql } from "postgres";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Small enough that no run holds locks for long. */
const AT_ONCE = 500;

export interface JobOptions {
  sql: Sql;
  secret: ServerSecret;
  receiptKeyPeriodMs?: number;
  plans?: Record<string, Plan>;
}

/** Everything that happens by the clock alone. */
export function createJobs({ sql, secret, receiptKeyPeriodMs, plans = PLANS }: JobOptions): Job[] {
  const rotation = rotationOf(receiptKeyPeriodMs);
  return [
    {
      name: "expiry",
      everyMs: MINUTE / 2,
      run: async () => (await expireInteractions(sql, AT_ONCE)) === AT_ONCE,
    },
    {
      name: "idempotency keys",
      everyMs: 10 * MINUTE,
      run: async () => (await deleteOldKeys(sql, AT_ONCE)) === AT_ONCE,
    },
    { name: "retention", everyMs: HOUR, run: () => deleteWhatPlansNoLongerKeep(sql, plans) },
    {
      name: "receipt keys",
      everyMs: HOUR,
      run: async () => {
        await rotateReceiptKeys(sql, secret, rotation);
        return false;
      },
    },
  ];
}

async function deleteWhatPlansNoLongerKeep(sql: Sql, plans: Record<string, Plan>): Promise<boolean> {
  let most = 0;
  for (const [name, { keepFinishedMs, keepAuditMs }] of Object.entries(plans)) {
    most = Math.max(most, await deleteOldInteractions(sql, name, keepFinishedMs, AT_ONCE));
    most = Math.max(most, await deleteOldAudit(sql, name, keepAuditMs, AT_ONCE));
  }
  return most === AT_ONCE;
}
