import { createHash, timingSafeEqual } from "node:crypto";
import type { Caller } from "@/lib/relay/core/caller";
import type { RelayCtx, TicketStream } from "@/lib/relay/ports";
import { API_KEY_PREFIX, RelayError } from "@sess.si/protocol";

/** What is kept of a token and looked up by. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Who calls, as far as that can be told without the session. A token that nobody knows is refused there. */
export async function callerOf({ relay, credential: { bearer } }: RelayCtx): Promise<Caller> {
  if (bearer === undefined || bearer === "") return { kind: "none" };
  const digest = digestOf(bearer);
  if (isAdmin(relay.settings.adminDigest, digest)) return { kind: "admin" };
  if (!bearer.startsWith(API_KEY_PREFIX)) return { kind: "token", digest };
  const accountId = await relay.findAccount(bearer);
  if (accountId === null) throw new RelayError("account_token_invalid", "This account token is not valid here.");
  return { kind: "account", accountId };
}

/** The same for a socket, which may have come with a ticket instead. */
export async function streamCallerOf(ctx: RelayCtx, sessionId: string, stream: TicketStream): Promise<Caller> {
  const { ticket } = ctx.credential;
  if (ticket === undefined) return callerOf(ctx);
  const caller = ctx.relay.tickets.redeem(ticket, sessionId, stream);
  if (caller === null)
    throw new RelayError("unauthorized", "This ticket was used, has run out, or is for another stream.");
  return caller;
}

export function isAdmin(adminDigest: string | null, digest: string): boolean {
  return adminDigest !== null && timingSafeEqual(Buffer.from(adminDigest), Buffer.from(digest));
}
