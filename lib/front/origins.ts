import type { Env } from "@/lib/env";
import type { Address } from "@/lib/front/listen";

/** The two names of one server. */
export interface Origins {
  /** What the server is called: in receipts, and to clients on this machine. */
  issuer: string;
  /** What links are built from. */
  linkOrigin: string;
}

/** `--lan` changes what links are built from and nothing else; the Host header counts for nothing. */
export function originsOf(env: Env, address: Address): Origins {
  const issuer = env.publicOrigin ?? address.local;
  return { issuer, linkOrigin: env.publicOrigin ?? address.lan ?? issuer };
}
