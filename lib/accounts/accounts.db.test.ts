import { type DatabaseClient, connectDatabase } from "@/db/client";
import { freshDatabase, type TestDatabase } from "@/e2e/support/database";
import { authenticateKey } from "@/lib/accounts/authenticate-key";
import { createApiKey } from "@/lib/accounts/create-api-key";
import { createWorkspace } from "@/lib/accounts/create-workspace";
import { ensureFirstOwner } from "@/lib/accounts/ensure-first-owner";
import type { AccountPorts } from "@/lib/accounts/ports";
import { revokeApiKey } from "@/lib/accounts/revoke-api-key";
import { createAccountStore } from "@/lib/accounts/store/account-store";
import { useNotes } from "@/lib/accounts/store/use-notes";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let database: TestDatabase;
let client: DatabaseClient;
let accounts: AccountPorts;
beforeEach(async () => {
  database = await freshDatabase();
  client = connectDatabase(database.url);
  accounts = { store: createAccountStore(client) };
});
afterEach(async () => {
  await accounts.store.close();
  await client.close();
  await database.drop();
});

async function withKey(change: { expiresAt?: number; scopes?: readonly ("sess:ask" | "sess:read" | "relay")[] } = {}) {
  const { workspaceId } = await createWorkspace(accounts, { name: "Acme", plan: "free" });
  const request = { workspaceId, name: " Deploy bot ", scopes: change.scopes ?? ["sess:ask"], createdBy: null };
  const key = await createApiKey(accounts, { ...request, expiresAt: change.expiresAt ?? null });
  return { workspaceId, ...key };
}

const refused = { name: "ProtocolError", code: "unauthorized" };

describe("a key", () => {
  test("says who calls, with plan and scopes", async () => {
    const { workspaceId, keyId, apiKey } = await withKey({ scopes: ["relay", "sess:read"] });
    expect(apiKey).toMatch(/^sess_sk_[\w-]{32}$/);
    expect(await authenticateKey(accounts, apiKey)).toEqual({
      kind: "key",
      keyId,
      keyName: "Deploy bot",
      workspaceId,
      plan: "free",
      scopes: ["sess:read", "relay"],
    });
  });

  test("is stored as a digest with a hint, and its making is in the audit", async () => {
    const { keyId, apiKey, workspaceId } = await withKey();
    const tables = await client.sql`select k.*, a.* from api_keys k join audit_events a on a.subject_id = k.id`;
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({
      type: "api_key.created",
      subject_id: keyId,
      workspace_id: workspaceId,
      hint: apiKey.slice(-4),
    });
    expect(JSON.stringify(tables)).not.toContain(apiKey.slice(8));
  });

  test("that nobody made, is malformed or missing is refused", async () => {
    const { apiKey } = await withKey();
    for (const bearer of [undefined, "", "sess_sk_", `${apiKey}x`, apiKey.slice(8), apiKey.toUpperCase(), "Bearer"]) {
      await expect(authenticateKey(accounts, bearer)).rejects.toMatchObject(refused);
    }
  });

  test("that was revoked is refused from that moment on, in every process", async () => {
    const { workspaceId, keyId, apiKey } = await withKey();
    const second = connectDatabase(database.url);
    const elsewhere = { store: createAccountStore(second) };
    await authenticateKey(elsewhere, apiKey);
    expect(await revokeApiKey(accounts, "ws_someoneelse", keyId)).toBe(false);
    expect(await revokeApiKey(accounts, workspaceId, keyId)).toBe(true);
    await expect(authenticateKey(elsewhere, apiKey)).rejects.toMatchObject(refused);
    expect(await revokeApiKey(accounts, workspaceId, keyId)).toBe(true);
    const audit = await client.sql`select type from audit_events where subject_id = ${keyId} order by id`;
    expect(audit.map((row) => row.type as string)).toEqual(["api_key.created", "api_key.revoked"]);
    await elsewhere.store.close();
    await second.close();
  });

  test("ends when it says, by the database's clock", async () => {
    const { apiKey, keyId } = await withKey({ expiresAt: Date.now() + 3_600_000 });
    await authenticateKey(accounts, apiKey);
    await client.sql`update api_keys set expires_at = clock_timestamp() where id = ${keyId}`;
    await expect(authenticateKey(accounts, apiKey)).rejects.toMatchObject(refused);
  });

  test("many callers share one statement, and each gets its own answer", async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => withKey()));
    const callers = Array.from({ length: 100 }, (_, index) => keys[index % 5]!);
    const actors = await Promise.all(callers.map(({ apiKey }) => authenticateKey(accounts, apiKey)));
    expect(actors.map((actor) => actor.keyId)).toEqual(callers.map(({ keyId }) => keyId));
  });

  test.each([
    [{ name: "  ", scopes: ["relay"] as const }, "/name"],
    [{ name: "x".repeat(101), scopes: ["relay"] as const }, "/name"],
    [{ name: "ok", scopes: [] }, "/scopes"],
    [{ name: "ok", scopes: ["admin" as never] }, "/scopes"],
  ])("needs a name and known scopes: %j", async (wrong, field) => {
    const request = { workspaceId: "ws_any0000001", createdBy: null, expiresAt: null, ...wrong };
    await expect(createApiKey(accounts, request)).rejects.toMatchObject({ code: "invalid_arguments", field });
  });
});

describe("the last use", () => {
  const lastUsed = async () => (await client.sql`select last_used_at from api_keys`)[0]?.last_used_at as Date | null;

  test("is written later, and at most once in the interval", async () => {
    const { keyId } = await withKey();
    const notes = useNotes(client.sql, { intervalMs: 60_000, delayMs: 60_000 });
    notes.note(keyId);
    expect(await lastUsed()).toBeNull();
    await notes.close();
    const first = await lastUsed();
    expect(first).not.toBeNull();

    const again = useNotes(client.sql, { intervalMs: 60_000, delayMs: 60_000 });
    again.note(keyId);
    await again.close();
    expect(await lastUsed()).toEqual(first);
  });

  test("is noted when a key is used", async () => {
    const { apiKey } = await withKey();
    await authenticateKey(accounts, apiKey);
    await accounts.store.close();
    expect(await lastUsed()).not.toBeNull();
  });
});

describe("the first owner", () => {
  test("is made once, with a key for everything", async () => {
    const first = await ensureFirstOwner(accounts, { email: "Ada@example.com" });
    expect(first.created).toBe(true);
    const actor = await authenticateKey(accounts, first.apiKey ?? "");
    expect(actor).toMatchObject({
      workspaceId: first.workspaceId,
      plan: "embedded",
      scopes: ["sess:ask", "sess:read", "relay"],
    });
    expect(await client.sql`select m.role, u.email from members m join users u on u.id = m.user_id`).toEqual([
      { role: "owner", email: "Ada@example.com" },
    ]);

    const second = await ensureFirstOwner(accounts, { email: "other@example.com" });
    expect(second).toEqual({ workspaceId: first.workspaceId, userId: first.userId, created: false, apiKey: null });
  });

  test("is made once by processes that start together", async () => {
    const clients = Array.from({ length: 3 }, () => connectDatabase(database.url, { max: 2 }));
    const results = await Promise.all(clients.map((each) => ensureFirstOwner({ store: createAccountStore(each) })));
    expect(results.filter((result) => result.created)).toHaveLength(1);
    expect(new Set(results.map((result) => result.workspaceId)).size).toBe(1);
    expect(await client.sql`select count(*)::int as n from workspaces`).toEqual([{ n: 1 }]);
    await Promise.all(clients.map((each) => each.close()));
  });
});
