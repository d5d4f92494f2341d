import { ownRelay } from "@/e2e/relay/support/own-relay";
import { KINDS, openRelay, type Relay, type Json, type Member, type Session } from "@/e2e/relay/support/relay";
import { attach, watch } from "@/e2e/relay/support/socket";
import { beforeAll, describe, expect, it } from "vitest";

const stock = await openRelay();
const [EPHEMERAL, PERSISTED] = KINDS;

interface Scene {
  session: Session;
  a: Member;
  b: Member;
}

async function scene(relay: Relay, kind = EPHEMERAL as (typeof KINDS)[number]): Promise<Scene> {
  const session = await relay.session(kind);
  const [a, b] = await session.fill(2);
  return { session, a: a!, b: b! };
}

const keep = { persistence: { mode: "ttl", ttl_seconds: 86_400 } };

/** For every flag something that works only where it is true. */
const SHOWN: Record<string, () => Promise<unknown>> = {
  firehose: async () => {
    const { session, a } = await scene(stock);
    const stream = await watch(session);
    await a.ok("PATCH", a.me, { objective: "seen" });
    return stream.next("participant.updated");
  },
  supervisor_notes: async () => {
    const { session, a } = await scene(stock);
    await session.note("halt", a.id);
    expect((await a.drain()).at(-1)?.payload).toMatchObject({ kind: "halt" });
  },
  session_delete: async () => (await stock.session()).end(),
  purpose_update: async () => {
    const { path, creator } = await stock.session();
    return stock.ok("PATCH", `${path}/purpose`, creator, { purpose: { kind: "new" } });
  },
  remove_participant: async () => {
    const { session, b } = await scene(stock);
    return session.remove(b);
  },
  join_tokens: async () => {
    const session = await stock.session();
    const { join_token } = await stock.ok("POST", `${session.path}/join-tokens`, session.creator);
    return session.join({}, join_token);
  },
  supervisor_tokens: async () => {
    const session = await stock.session();
    const { supervisor_token } = await stock.ok("POST", `${session.path}/supervisor-tokens`, session.creator);
    return stock.ok("GET", `${session.path}/participants`, supervisor_token);
  },
  inbox_ack: async () => {
    const { a, b } = await scene(stock);
    await a.send([b], { payload: 1 });
    const [first] = await b.drain({ last_acked_seq: 0 });
    const again = await b.drain({ last_acked_seq: 0 });
    expect(again[0]).toMatchObject({ seq: first!.seq, redelivered: true });
    expect(await b.drain({ last_acked_seq: again.at(-1)!.seq })).toEqual([]);
  },
  ws_tickets: async () => {
    const { session, a } = await scene(stock);
    const { ticket } = await a.ok("POST", `${session.path}/ws-tickets`, { stream: "events" });
    const stream = await attach(a, { protocols: ["sessionweave.v1", `ticket.${ticket}`] });
    return stream.next("relay.hello");
  },
  account_tokens: async () => {
    const key = process.env["SESS_RELAY_API_KEY"] ?? "";
    const { session_id } = await stock.ok("POST", "/v1/sessions", key, {});
    expect(await stock.ok("GET", `/v1/sessions/${session_id}/access`, key)).toMatchObject({ role: "account" });
  },
  admin_token: async () => {
    const session = await stock.session();
    expect(await stock.ok("DELETE", session.path, session.admin)).toMatchObject({ reason: "admin_deleted" });
  },
  persistence: async () => {
    const { a } = await scene(stock, PERSISTED);
    return a.ok("GET", a.session.path);
  },
  anonymous_persistence: () => stock.ok("POST", "/v1/sessions", null, keep),
  events: async () => {
    const { session, a } = await scene(stock, PERSISTED);
    expect((await a.ok("GET", `${session.path}/events`)).events).not.toEqual([]);
  },
};

describe("nothing is advertised falsely (I48)", () => {
  let flags: Record<string, boolean>;
  beforeAll(async () => {
    flags = (await stock.ok("GET", "/v1/info", null)).capabilities;
  });

  it("every flag is tried here, and is true with everything on", () => {
    expect(Object.keys(flags).toSorted()).toEqual(Object.keys(SHOWN).toSorted());
    expect(Object.values(flags)).not.toContain(false);
  });

  it.each(Object.entries(SHOWN))("%s works", async (_, show) => {
    await show();
  });
});

describe("what is switched off is not advertised, and not there (I48)", () => {
  const stage = ownRelay({});
  const flag = async (name: string): Promise<boolean> =>
    (await stage.relay.ok("GET", "/v1/info", null)).capabilities[name];
  const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.error?.code];

  it("admin_token", async () => {
    expect(await flag("admin_token")).toBe(false);
    const session = await stage.relay.session();
    expect(codeOf(await stage.relay.call("DELETE", session.path, session.admin))).toEqual([403, "permission_denied"]);
  });

  it("anonymous_persistence", async () => {
    expect(await flag("anonymous_persistence")).toBe(false);
    expect(codeOf(await stage.relay.call("POST", "/v1/sessions", null, keep))).toEqual([401, "account_token_required"]);
  });
});
