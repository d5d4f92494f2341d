import { EMPTY_INBOX, type Inbox } from "@/lib/relay/core/inbox";
import type { RosterEntry } from "@/lib/relay/core/roster-entry";

/** A participant: what the roster says of it, and what only this process knows. */
export interface Participant extends RosterEntry {
  readonly inbox: Inbox;
  readonly presence: Presence;
}

/** What dies with the process. */
export interface Presence {
  readonly lastSeenAt: number;
  readonly lastWaitAt: number | null;
  /** Its token has been used: a repeated join no longer replaces it. */
  readonly used: boolean;
  /** The MCP connection it is bound to. */
  readonly connection: string | null;
  /** Since when a push participant has had no stream. */
  readonly streamlessSince: number | null;
  readonly offlineSince: number | null;
  readonly wait: Wait | null;
  readonly stream: Stream | null;
}

/** A wait in flight. */
export interface Wait {
  readonly id: string;
  /** null: any event ends it. */
  readonly names: ReadonlySet<string> | null;
  readonly deadline: number;
  readonly timeoutSeconds: number;
  readonly withSeq: boolean;
  /** No item up to this seq is one that it waits for. */
  readonly checkedTo: number;
}

/** An open push stream: the consumer while it is there. */
export interface Stream {
  readonly id: string;
  readonly transport: "ws" | "mcp";
  /** Its buffer has room. */
  readonly open: boolean;
  readonly unacked: number;
  /** The peer has acknowledged by frame, so a pong no longer does. */
  readonly acksByFrame: boolean;
  /** Since when it has left events waiting without any progress. */
  readonly stalledSince: number | null;
}

/** Nobody is there, as after a join or a restart. */
export function absent(now: number): Presence {
  return {
    lastSeenAt: now,
    lastWaitAt: null,
    used: false,
    connection: null,
    streamlessSince: null,
    offlineSince: null,
    wait: null,
    stream: null,
  };
}

export function withPresence(entry: RosterEntry, presence: Presence): Participant {
  return { ...entry, inbox: EMPTY_INBOX, presence };
}
