import type { Command, Sent } from "@/lib/relay/core/command";
import type { Credential, NotePayload } from "@/lib/relay/core/credential";
import type { Delivery } from "@/lib/relay/core/delivery";
import type { Participant } from "@/lib/relay/core/participant";
import type { Rules } from "@/lib/relay/core/rules";
import type { SortedMap } from "@/lib/relay/core/sorted-map";
import type { EndedReason, JsonObject, RelaySessionConfig } from "@sess.si/protocol";

/** One relay session. Times are milliseconds since the epoch; no version of it ever changes. */
export interface RelaySession {
  readonly id: string;
  readonly createdAt: number;
  readonly creatorId: string;
  /** The account that created it, which counts as its creator. */
  readonly ownerAccountId: string | null;
  readonly config: RelaySessionConfig;
  readonly persistence: Persistence | null;
  readonly purpose: JsonObject | null;
  /** The session's number of its last event. */
  readonly seq: number;
  /** How many have ever joined. */
  readonly joins: number;
  /** In the order of joining. */
  readonly participants: readonly Participant[];
  /** By the digest of the token. */
  readonly credentials: SortedMap<string, Credential>;
  readonly sent: SortedMap<string, Sent>;
  /** Open commands by `deadlineKey`. */
  readonly deadlines: SortedMap<string, Pick<Command, "senderId" | "id" | "expiresAt">>;
  /** For each pair of filters of `any`: the join number that was picked last. */
  readonly rotation: SortedMap<string, number>;
  readonly notes: SortedMap<string, KeptNote>;
  readonly noteOrder: SortedMap<number, string>;
  /** While all are halted: what a newcomer finds first. */
  readonly haltAll: NotePayload | null;
  /** The last call that counts as activity. */
  readonly activeAt: number;
  readonly ended: { at: number; reason: EndedReason } | null;

  // What dies with the process.
  readonly rules: Rules;
  readonly hotSince: number;
  readonly buffer: EventBuffer;
  readonly firehoses: SortedMap<string, Firehose>;
}

export interface Persistence {
  mode: "ttl" | "until_deleted";
  ttlSeconds: number | null;
  expiresAt: number | null;
}

/** A note that may still be replied to. */
export interface KeptNote {
  seq: number;
  target: string;
}

/** Payloads that somebody has not acknowledged, each once; the exempt ones are never dropped. */
export interface EventBuffer {
  readonly bytes: number;
  readonly droppable: SortedMap<number, Buffered>;
  readonly exempt: SortedMap<number, Buffered>;
}

export interface Buffered {
  readonly text: string;
  readonly bytes: number;
  /** Inbox items that need it. */
  readonly refs: number;
  readonly to: readonly Delivery[];
}

/** A supervisor's open stream; `digest` is the token it came with, null for the admin and an account. */
export interface Firehose {
  digest: string | null;
}

export function findParticipant(
  { participants }: Pick<RelaySession, "participants">,
  id: string,
): Participant | undefined {
  return participants.find((participant) => participant.id === id);
}

export function findCommand(session: RelaySession, id: string): Command | undefined {
  for (const { value: sent } of session.sent) {
    const command = sent.byId.get(id);
    if (command) return command;
  }
  return undefined;
}
