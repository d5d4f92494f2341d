import { digestOfKey } from "@/lib/accounts/api-key";
import type { AccountPorts } from "@/lib/accounts/ports";
import { type Clock, processClock } from "@/lib/relay/host/clock";
import { createRates, type TokenSource } from "@/lib/relay/host/rates";
import { createRelayHost, type OpenHost } from "@/lib/relay/host/relay-host";
import type { HostOptions } from "@/lib/relay/host/sessions";
import type { RelayEnv } from "@/lib/relay/host/settings";
import { createTickets } from "@/lib/relay/host/tickets";
import type { Journal } from "@/lib/relay/journal";
import type { RelayPorts } from "@/lib/relay/ports";

export interface RelayParts {
  env: RelayEnv;
  /** What invites are built from. */
  publicUrl: string;
  /** Null: sessions live in RAM only. */
  journal: Journal | null;
  accounts: AccountPorts;
  tokens: TokenSource;
  log: HostOptions["log"];
  clock?: Clock;
}

/** A relay, and the host behind it, which has to be opened and drained. */
export interface Relay {
  ports: RelayPorts;
  host: OpenHost;
}

/** Builds the relay of this process. */
export function composeRelay({
  env,
  publicUrl,
  journal,
  accounts,
  tokens,
  log,
  clock = processClock(),
}: RelayParts): Relay {
  const { limits, pausedMaySend } = env;
  const persistence = journal !== null;
  const host = createRelayHost({ clock, journal, rules: { limits, persistence, pausedMaySend }, log });
  const ports: RelayPorts = {
    host,
    findAccount: (token) => findAccount(accounts, token),
    rates: createRates(limits, tokens),
    tickets: createTickets(clock, limits.ws_ticket_seconds),
    settings: { ...env, persistence, publicUrl },
  };
  return { ports, host };
}

/** Never from a cache: a key that was revoked is refused from that moment on. */
async function findAccount({ store }: AccountPorts, token: string): Promise<string | null> {
  const key = await store.findLiveKey(digestOfKey(token));
  if (key === null || !key.scopes.includes("relay")) return null;
  store.noteUse(key.id);
  return key.workspaceId;
}
