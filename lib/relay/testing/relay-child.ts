import { readRelayEnv } from "@/lib/relay/host/settings";
import { composeRelay } from "@/lib/relay/compose";
import { connectJournal } from "@/lib/relay/store/connect";
import { createPostgresJournal } from "@/lib/relay/store/postgres-journal";
import type { RelayCtx } from "@/lib/relay/ports";
import { createSession } from "@/lib/relay/verbs/create-session";
import { drainInbox } from "@/lib/relay/verbs/drain-inbox";
import { getEvents } from "@/lib/relay/verbs/get-events";
import { joinSession } from "@/lib/relay/verbs/join-session";
import { sendCommand } from "@/lib/relay/verbs/send-command";

/** What its parent asks of a relay in a process of its own. */
export interface Asked {
  no: number;
  verb: keyof typeof VERBS;
  bearer?: string;
  sid?: string;
  value?: unknown;
}

const VERBS = {
  create: (ctx: RelayCtx, _sid: string, value: unknown) => createSession(ctx, { body: bodyOf(value) }),
  join: (ctx: RelayCtx, sid: string, value: unknown) => joinSession(ctx, sid, { body: bodyOf(value) }),
  send: (ctx: RelayCtx, sid: string, value: unknown) => sendCommand(ctx, sid, { body: bodyOf(value) }),
  events: (ctx: RelayCtx, sid: string, query: unknown) => getEvents(ctx, sid, { query }),
  drain: async (ctx: RelayCtx, sid: string, value: unknown) => {
    const { json } = await drainInbox(ctx, sid, { body: bodyOf(value) });
    return { json };
  },
};

function bodyOf(value: unknown) {
  return { value, text: JSON.stringify(value) ?? "" };
}

const { host, ports } = composeRelay({
  env: readRelayEnv(process.env),
  publicUrl: "http://relay.example",
  journal: createPostgresJournal(connectJournal(String(process.env["DATABASE_URL"]))),
  accounts: { store: {} as never },
  tokens: { take: () => 0 },
  log: { warn: () => undefined, error: () => undefined },
});

process.on("message", ({ no, verb, bearer, sid = "", value }: Asked) => {
  const ctx = { relay: ports, credential: { bearer }, address: "", signal: new AbortController().signal };
  VERBS[verb](ctx, sid, value).then(
    (reply) => process.send?.({ no, reply }),
    (error: Error) => process.send?.({ no, error: error.message }),
  );
});
process.on("disconnect", () => process.exit(0));

await host.open();
process.send?.({ no: 0, reply: { epoch: host.epoch } });
