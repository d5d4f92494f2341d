import { spawnSync } from "node:child_process";
import { UNHURRIED } from "@/e2e/relay/setup";
import { startFront, type FrontProcess } from "@/e2e/relay/support/front-process";
import { KINDS, names, Relay } from "@/e2e/relay/support/relay";
import { attach, open, watch } from "@/e2e/relay/support/socket";
import { freshDatabase, type TestDatabase } from "@/e2e/support/database";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let database: TestDatabase;
let front: FrontProcess;
let relay: Relay;

async function begin(env: Record<string, string>): Promise<void> {
  database = await freshDatabase();
  front = await startFront({ databaseUrl: database.url, env });
  relay = await Relay.at(front.origin, "");
}

async function finish(): Promise<void> {
  await front.remove();
  await database.drop();
}

describe("a server that is stopped in order (D-67)", () => {
  beforeAll(() => begin(UNHURRIED));
  afterAll(finish);

  it("ends what is in memory, lets go of what is kept, and goes on from there", async () => {
    const [ephemeral, kept] = [await relay.session(KINDS[0]), await relay.session(KINDS[1])];
    const [a] = await ephemeral.fill(1);
    const [b, c] = await kept.fill(2);
    const { command_id } = await b!.send([c!], { payload: "over the restart", timeout_seconds: 300 });
    const streams = [await attach(a!), await attach(b!), await watch(ephemeral), await watch(kept)];
    const waiting = c!.call("POST", `${c!.me}/inbox/wait`, { names: ["never"], timeout_seconds: 60 }).catch(() => null);
    const { relay_epoch } = await relay.ok("GET", "/v1/info", null);

    expect(await front.stop()).toBe(0);
    const endings = await Promise.all(streams.map(({ closed }) => closed));
    expect(endings.map(({ code }) => code)).toEqual([1000, 1012, 1000, 1012]);
    expect(streams[0]!.frames.at(-1)).toMatchObject({ name: "session.ended", payload: { reason: "server_shutdown" } });
    expect(names(streams[1]!.frames)).not.toContain("session.ended");
    await waiting;

    await front.restart();
    expect((await relay.ok("GET", "/v1/info", null)).relay_epoch).toBeGreaterThan(relay_epoch);
    expect((await a!.call("POST", `${a!.me}/inbox/drain`)).status).toBe(404);
    const messages = await c!.drain();
    expect(messages.map(({ payload }) => payload.command_id)).toEqual([command_id]);
    await c!.respond(command_id, { payload: "answered after it" });
    const stream = await attach(b!);
    expect((await stream.next("result.received")).payload.payload).toBe("answered after it");
  });
});

describe("what an ephemeral session says is nowhere (I38, I39, D-68)", () => {
  beforeAll(() => begin({ ...UNHURRIED, LOG_LEVEL: "trace" }));
  afterAll(finish);
  const canary = `canary${Date.now().toString(36)}zz`;

  it("not in the database, not in its log, not in the data directory; and no token is in any", async () => {
    const ephemeral = await relay.session(KINDS[0], { purpose: { secret: `${canary}-purpose` } });
    const kept = await relay.session(KINDS[1], { purpose: { public: "kept-purpose" } });
    const tokens: string[] = [];
    for (const session of [ephemeral, kept]) {
      const [a, b] = [await session.join({ metadata: { [`${canary}-m`]: 1 } }), await session.join()];
      const text = session === ephemeral ? `${canary}-payload` : "kept-payload";
      const stream = await attach(a);
      const { command_id } = await a.send([b], { payload: text });
      await b.respond(command_id, { payload: text });
      await session.note("note", b.id, text);
      await relay.call("POST", `${session.path}/commands`, a.token, undefined, { rawBody: `{"${text}":` });
      await open(session, "participants/me/events", `swp_${text}`).closed;
      await b.leave({ summary: text });
      tokens.push(session.creator, session.supervisor, session.joinToken, a.token, b.token);
      stream.close();
    }
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    const dump = await dumpOf(sql);
    await sql.end();
    const isKeptInIt = dump.includes("kept-payload");
    expect(isKeptInIt).toBe(true);
    const places = { dump: dump.replaceAll(`${canary}-m`, ""), log: front.log(), files: filesOf(front.dataDir) };
    for (const [place, text] of Object.entries(places)) {
      expect(text.includes(`${canary}-p`), place).toBe(false);
      for (const token of tokens) expect(text.includes(token), place).toBe(false);
    }
  });
});

describe("a relay where only accounts create sessions (D-08)", () => {
  beforeAll(() => begin({ ...UNHURRIED, SW_SESSION_CREATION: "account", SW_ANONYMOUS_PERSISTENCE: "0" }));
  afterAll(finish);

  it("says so, refuses others, and lets the operator", async () => {
    expect((await relay.ok("GET", "/v1/info", null)).session_creation).toBe("account");
    const { status, body } = await relay.call("POST", "/v1/sessions", null, {});
    expect([status, body.error.code]).toEqual([401, "account_token_required"]);
    expect((await relay.call("POST", "/v1/sessions", UNHURRIED.SW_ADMIN_TOKEN, {})).status).toBe(201);
  });
});

describe("how often somebody may call (D-95)", () => {
  beforeAll(() =>
    begin({
      SW_SESSION_CREATES_PER_MINUTE: "3",
      SW_JOINS_PER_MINUTE: "2",
      SW_NOTES_PER_MINUTE: "2",
      SW_ANONYMOUS_PERSISTENCE: "0",
    }),
  );
  afterAll(finish);

  it("keeps nothing for who has no account", async () => {
    const { status, body } = await relay.call("POST", "/v1/sessions", null, { persistence: { mode: "until_deleted" } });
    expect([status, body.error.code]).toEqual([401, "account_token_required"]);
  });

  it("creates, joins and notes are counted; halts and removals are not", async () => {
    const session = await relay.session();
    const second = await relay.call("POST", "/v1/sessions", null, {});
    const third = await relay.call("POST", "/v1/sessions", null, {});
    expect([second.status, third.status]).toEqual([201, 429]);
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
    const [a] = await session.fill(2);
    expect((await relay.call("POST", `${session.path}/participants`, session.joinToken, {})).status).toBe(429);
    const note = (kind: string) => ({ kind, target: a!.id, message: "m" });
    const path = `${session.path}/supervisor/notes`;
    const statuses = [];
    for (const kind of ["note", "note", "note", "halt", "continue", "halt"])
      statuses.push((await relay.call("POST", path, session.supervisor, note(kind))).status);
    expect(statuses).toEqual([201, 201, 429, 201, 201, 201]);
    expect(await session.remove(a!)).toEqual({ removed: true });
  });
});

describe("what is only good for a second (D-05, D-07)", () => {
  const SHORT = { SW_JOIN_TOKEN_TTL: "1", SW_TOMBSTONE_TTL: "1", SW_WS_TICKET_SECONDS: "1" };
  beforeAll(() => begin({ ...UNHURRIED, ...SHORT }));
  afterAll(finish);

  it.each(KINDS)("is refused with a reason of its own afterwards, in a session that is $kind", async (kind) => {
    const session = await relay.session(kind);
    const looked = async () => (await relay.call("GET", session.path, session.joinToken)).body.error?.code;
    await expect.poll(looked).toBe("join_token_expired");
    const joined = await relay.call("POST", `${session.path}/participants`, session.joinToken, {});
    expect([joined.status, joined.body.error.code]).toEqual([403, "join_token_expired"]);
    const [gone, a] = [await session.join({}, session.creator), await session.join({}, session.creator)];
    await session.remove(gone);
    const refusal = async () => (await gone.call("POST", `${gone.me}/inbox/drain`)).body.error.code;
    await expect.poll(refusal).toBe("permission_denied");
    const { ticket, expires_at } = await a.ok("POST", `${session.path}/ws-tickets`, { stream: "events" });
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(expires_at));
    const late = open(session, "participants/me/events", null, { protocols: ["sessionweave.v1", `ticket.${ticket}`] });
    expect(await late.closed).toMatchObject({ code: 4401 });
  });
});

/** Everything that the database holds, as text. */
async function dumpOf(sql: postgres.Sql): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const parts = [];
  for (const { name } of tables) parts.push(await sql.unsafe(`select t::text as row from ${name} t`));
  return parts.flatMap((rows) => rows.map(({ row }) => String(row))).join("\n");
}

function filesOf(directory: string): string {
  return spawnSync("grep", ["-rha", "", directory], { encoding: "utf8" }).stdout;
}
