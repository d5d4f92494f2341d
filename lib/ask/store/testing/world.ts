import { connectDatabase, type Pools } from "@/db/client";
import { freshDatabase } from "@/e2e/support/database";
import type { AcceptedAnswer } from "@/lib/ask/core/state";
import { ids } from "@/lib/ask/ids";
import type { InteractionStore, Loaded, NewInteraction } from "@/lib/ask/ports";
import { createInteractionStore } from "@/lib/ask/store/interaction-store";
import type { Actor } from "@/lib/actor";
import { createHash, randomUUID } from "node:crypto";
import type { Sql } from "postgres";

/** A migrated database with one workspace and one key, and the store on it. */
export interface World {
  url: string;
  sql: Sql;
  pools: Pools;
  store: InteractionStore;
  workspaceId: string;
  actor: Extract<Actor, { kind: "key" }>;
  /** A second process: its own pool on the same database. */
  another(): { sql: Sql; store: InteractionStore };
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const database = await freshDatabase();
  const first = connectDatabase(database.url);
  const clients = [first];
  const { sql } = first;
  const workspaceId = "ws_test00000001";
  const keyId = "key_test0000001";
  await sql`insert into workspaces (id, name, plan) values (${workspaceId}, 'Acme', 'embedded')`;
  await sql`insert into api_keys (id, workspace_id, name, hint, key_sha256, scopes)
    values (${keyId}, ${workspaceId}, 'Deploy bot', 'abcd', ${sha256("a key")}, ${["sess:ask"]})`;
  return {
    url: database.url,
    sql,
    pools: first,
    store: createInteractionStore(first),
    workspaceId,
    actor: { kind: "key", keyId, keyName: "Deploy bot", workspaceId, plan: "embedded", scopes: ["sess:ask"] },
    another() {
      const client = connectDatabase(database.url);
      clients.push(client);
      return { sql: client.sql, store: createInteractionStore(client) };
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await database.drop();
    },
  };
}

export function newInteraction(world: World, change: Partial<NewInteraction> = {}): NewInteraction {
  const id = ids.interaction();
  const surface = surfaceOf("Ship it?");
  const surfaceText = JSON.stringify(surface);
  return {
    id,
    workspaceId: world.workspaceId,
    actor: world.actor,
    linkSha256: sha256(id),
    lifetimeMs: 24 * 3_600_000,
    surface,
    surfaceText,
    surfaceSha256: sha256(surfaceText),
    idempotency: null,
    ...change,
  };
}

export function surfaceOf(title: string): NewInteraction["surface"] {
  return {
    mode: "interactive",
    title,
    source: { kind: "sess_surface", components: [{ type: "text", text: "The build is green." }] },
    actions: [{ id: "yes", label: "Ship", intent: "approve" }],
  };
}

/** Creates and loads. */
export async function open(world: World, change: Partial<NewInteraction> = {}): Promise<Loaded> {
  const row = newInteraction(world, change);
  const outcome = await world.store.create(row, { maxOpen: null });
  if (outcome.outcome !== "created") throw new Error(`create: ${outcome.outcome}`);
  return load(world, row.id);
}

/** As the person's side sees it. */
export async function load(world: Pick<World, "store">, id: string): Promise<Loaded> {
  const loaded = await world.store.loadByLink(sha256(id));
  if (!loaded) throw new Error(`${id} is not there`);
  return loaded;
}

type Commit = Parameters<InteractionStore["commit"]>[0];

export function answerCommit(loaded: Loaded, change: Partial<Commit> = {}): Commit {
  const answerText = '{"actionId":"yes","values":{}}';
  const answer: AcceptedAnswer = {
    revision: loaded.state.revision,
    eventId: ids.event(),
    actionId: "yes",
    values: {},
    changed: [],
    submittedAt: loaded.now,
    receipt: "h.p.s",
    submissionSha256: sha256(randomUUID()),
    answerSha256: sha256(answerText),
  };
  return {
    state: loaded.state,
    decision: { event: { type: "answered", answer, answerText }, validUntil: null },
    actor: { kind: "person" },
    idempotency: null,
    ...change,
  };
}

export function publishCommit(loaded: Loaded, title: string, change: Partial<Commit> = {}): Commit {
  const surface = surfaceOf(title);
  const surfaceText = JSON.stringify(surface);
  const revision = loaded.state.revision + 1;
  return {
    state: loaded.state,
    decision: {
      event: { type: "published", revision, surface, surfaceText, surfaceSha256: sha256(surfaceText) },
      validUntil: null,
    },
    actor: { kind: "person" },
    idempotency: null,
    ...change,
  };
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

export function idempotency(key: string, request = "request"): { keySha256: string; requestSha256: string } {
  return { keySha256: sha256(key), requestSha256: sha256(request) };
}

/** Resolves once a connection of the store waits for a lock that somebody else holds. */
export async function someoneWaits(world: World): Promise<void> {
  for (;;) {
    const rows = await world.sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'sess' and wait_event_type = 'Lock'`;
    if (rows.length > 0) return;
  }
}
