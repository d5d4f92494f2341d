import type { AccountPorts } from "@/lib/accounts/ports";
import type { AskPorts } from "@/lib/ask/ports";
import type { RateLimits } from "@/lib/http/rate-limits";
import type { RelayPorts } from "@/lib/relay/ports";
import type { Health } from "@sess.si/protocol";

/** What the HTTP doors need; `lib/runtime.ts` builds it once. */
export interface AppPorts {
  ask: AskPorts;
  accounts: AccountPorts;
  /** null where there is no relay: in every process but the front. */
  relay: RelayPorts | null;
  log: Log;
  limits: RateLimits;
  /** How many proxies in front of us are ours (`TRUST_PROXY`): 0 believes nobody's X-Forwarded-For. */
  trustedProxies: number;
  /** Throws `unavailable` while the process cannot do its work. */
  health(): Promise<Health>;
}

export interface Log {
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** What the server hands over beside the request: `fetch(request, { incoming })`, as `@hono/node-server` does. */
export interface Connection {
  incoming?: { socket?: { remoteAddress?: string | undefined } };
  outgoing?: Outgoing;
}

/** Where the reply goes, for those who have to know whether it got there. */
export interface Outgoing {
  readonly destroyed: boolean;
  readonly socket: ReplySocket | null;
  once(event: "finish" | "close", listener: () => void): unknown;
}

/** Outlives the reply where the connection is kept. */
export interface ReplySocket {
  once(event: "error", listener: () => void): unknown;
}
