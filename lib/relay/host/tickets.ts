import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "@/lib/relay/core/caller";
import type { Clock } from "@/lib/relay/host/clock";
import type { Tickets, TicketStream } from "@/lib/relay/ports";

interface Ticket {
  sessionId: string;
  stream: TicketStream;
  caller: Caller;
  expiresAt: number;
}

/** Nobody needs this many at once; the oldest go first. */
const MAX_TICKETS = 10_000;

/** Tickets in RAM, each good once and for a moment. */
export function createTickets(clock: Clock, seconds: number): Tickets {
  const tickets = new Map<string, Ticket>();
  return {
    mint: ({ sessionId, stream, caller }) => {
      const ticket = randomBytes(24).toString("base64url");
      const expiresAt = clock.now() + seconds * 1000;
      tickets.set(digest(ticket), { sessionId, stream, caller, expiresAt });
      forgetOld(tickets, clock.now());
      return { ticket, expiresAt };
    },
    redeem: (ticket, sessionId, stream) => {
      const key = digest(ticket);
      const found = tickets.get(key);
      tickets.delete(key);
      const isGood = found?.sessionId === sessionId && found.stream === stream && found.expiresAt > clock.now();
      return isGood ? found.caller : null;
    },
  };
}

/** They are in the order of their ends. */
function forgetOld(tickets: Map<string, Ticket>, now: number): void {
  for (const [key, { expiresAt }] of tickets) {
    if (expiresAt > now && tickets.size <= MAX_TICKETS) return;
    tickets.delete(key);
  }
}

function digest(ticket: string): string {
  return createHash("sha256").update(ticket).digest("base64url");
}
