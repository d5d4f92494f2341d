import { connectDatabase } from "@/db/client";
import { freshDatabase } from "@/e2e/support/database";
import { ids, randomId } from "@/lib/ask/ids";
import { createLinkKey } from "@/lib/ask/links";
import type { AskPorts } from "@/lib/ask/ports";
import { createReceiptSigner } from "@/lib/ask/receipts/receipt-signer";
import { createSignals } from "@/lib/ask/signals";
import { createInteractionStore } from "@/lib/ask/store/interaction-store";
import { type Faults, faultySql } from "@/lib/ask/verbs/testing/faulty-sql";
import type { Ctx } from "@/lib/context";
import { serverSecret } from "@/lib/server-secret";
import { createHash } from "node:crypto";
import type { Sql } from "postgres";

/** The verbs on a real Postgres whose connections can be cut, and whose clock can be moved. */
export interface PostgresApp {
  ask: AskPorts;
  faults: Faults;
  /** A new workspace with a key of its own. */
  workspace(): Promise<{ workspaceId: string; agent: Ctx; visitor: Ctx }>;
  /** Time passes for a workspace: everything that is stored of it is that much older. */
  pass(workspaceId: string, ms: number): Promise<void>;
  /** Types of the audit rows of an interaction, by version. */
  audit(id: string): Promise<string[]>;
  close(): Promise<void>;
}

const APPLICATION = "sess under test";

export async function openPostgresApp(): Promise<PostgresApp> {
  const database = await freshDatabase();
  const admin = connectDatabase(database.url, { max: 2, applicationName: "sess test" });
  const client = connectDatabase(database.url, { max: 4, applicationName: APPLICATION });
  const kill = () => admin.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION}`;
  const { sql, faults } = faultySql(client.sql, kill);
  const signals = createSignals(database.url);
  await signals.listening;
  const secret = serverSecret("for tests only, thirty-two characters");
  const ask: AskPorts = {
    store: createInteractionStore({ sql, reads: sql, writes: sql }),
    signals,
    links: createLinkKey(secret),
    receipts: createReceiptSigner({ sql, secret, issuer: "https://sess.test" }),
    ids,
    sha256: (text) => createHash("sha256").update(text).digest("base64url"),
    planLimits: () => ({ maxLifetimeMs: 30 * 24 * 3_600_000, maxOpen: null }),
    linkOrigin: "https://sess.test",
  };
  return {
    ask,
    faults,
    workspace: () => addWorkspace(admin.sql, ask),
    pass: (workspaceId, ms) => moveClock(admin.sql, workspaceId, ms),
    async audit(id) {
      const rows = await admin.sql<{ type: string; version: number }[]>`
        select type, version from audit_events where subject_id = ${id} order by version, id`;
      return rows.map(({ type, version }) => `${version} ${type}`);
    },
    async close() {
      await Promise.all([signals.close(), client.close(), admin.close()]);
      await database.drop();
    },
  };
}

async function addWorkspace(sql: Sql, ask: AskPorts) {
  const [workspaceId, keyId, signal] = [randomId("ws"), randomId("key"), new AbortController().signal];
  await sql`insert into workspaces (id, name, plan) values (${workspaceId}, 'Acme', 'embedded')`;
  await sql`insert into api_keys (id, workspace_id, name, hint, key_sha256, scopes)
    values (${keyId}, ${workspaceId}, 'Deploy bot', 'abcd', ${ask.sha256(keyId)}, ${["sess:ask"]})`;
  const actor = { kind: "key", keyId, keyName: "Deploy bot", workspaceId, plan: "embedded" } as const;
  const agent: Ctx = { ask, signal, actor: { ...actor, scopes: ["sess:ask"] } };
  return { workspaceId, agent, visitor: { ask, signal, actor: { kind: "person" } } satisfies Ctx };
}

async function moveClock(sql: Sql, workspaceId: string, ms: number): Promise<void> {
  await sql.begin(async (transaction) => {
    const by = transaction`${ms} * interval '1 millisecond'`;
    const own = transaction`select id from interactions where workspace_id = ${workspaceId}`;
    await transaction`
      update interactions set created_at = created_at - ${by}, expires_at = expires_at - ${by},
        extended_until = extended_until - ${by}, horizon = horizon - ${by}, answered_at = answered_at - ${by},
        picked_up_at = picked_up_at - ${by}, completed_at = completed_at - ${by},
        withdrawn_at = withdrawn_at - ${by}, expired_at = expired_at - ${by}
      where workspace_id = ${workspaceId}`;
    await transaction`update revisions set published_at = published_at - ${by} where interaction_id in (${own})`;
    await transaction`update answers set submitted_at = submitted_at - ${by} where interaction_id in (${own})`;
    await transaction`update idempotency_keys set created_at = created_at - ${by} where workspace_id = ${workspaceId}`;
  });
}
