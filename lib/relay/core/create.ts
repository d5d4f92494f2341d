import { sessionConfig } from "@/lib/relay/core/session-config";
import { refuseJsonBytes, refuseLength } from "@/lib/relay/core/refuse-size";
import type { Credential } from "@/lib/relay/core/credential";
import type { Rules } from "@/lib/relay/core/rules";
import { SortedMap } from "@/lib/relay/core/sorted-map";
import type { Persistence, RelaySession } from "@/lib/relay/core/state";
import { type CreateSessionRequest, type PersistenceInput, RelayError } from "@sess.si/protocol";

export interface NewSession {
  id: string;
  request: CreateSessionRequest;
  /** Shown for a creator that gave itself no name. */
  creatorId: string;
  ownerAccountId: string | null;
  creatorDigest: string;
  joinDigest: string;
  supervisor: { digest: string; tokenId: string };
}

/** A new session, empty. Throws a RelayError for what it cannot be. */
export function createSession(input: NewSession, rules: Rules, now: number): RelaySession {
  const { request } = input;
  const purpose = request.purpose ?? null;
  refuseJsonBytes(rules, "max_purpose_bytes", { field: "/purpose", value: purpose, code: "invalid_config" });
  if (request.creator_id) refuseLength(rules, "max_creator_id_length", "/creator_id", request.creator_id);
  return {
    id: input.id,
    createdAt: now,
    creatorId: request.creator_id ?? input.creatorId,
    ownerAccountId: input.ownerAccountId,
    config: sessionConfig(request.config ?? {}, rules),
    persistence: request.persistence ? persistence(request.persistence, rules, now) : null,
    purpose,
    seq: 0,
    joins: 0,
    participants: [],
    credentials: firstCredentials(input, rules, now),
    sent: SortedMap.empty(),
    deadlines: SortedMap.empty(),
    rotation: SortedMap.empty(),
    notes: SortedMap.empty(),
    noteOrder: SortedMap.empty(),
    haltAll: null,
    activeAt: now,
    ended: null,
    ...freshRuntime(rules, now),
  };
}

/** What a session begins with in a process. */
export function freshRuntime(
  rules: Rules,
  now: number,
): Pick<RelaySession, "rules" | "hotSince" | "buffer" | "firehoses"> {
  const buffer = { bytes: 0, droppable: SortedMap.empty<number, never>(), exempt: SortedMap.empty<number, never>() };
  return { rules, hotSince: now, buffer, firehoses: SortedMap.empty() };
}

function firstCredentials(input: NewSession, { limits }: Rules, now: number): SortedMap<string, Credential> {
  const { digest, tokenId } = input.supervisor;
  const expiresAt = now + limits.join_token_ttl * 1000;
  return SortedMap.from<string, Credential>([
    [input.creatorDigest, { kind: "creator" }],
    [input.joinDigest, { kind: "join", createdAt: now, expiresAt, revokedAt: null }],
    [digest, { kind: "supervisor", tokenId, createdAt: now, revokedAt: null }],
  ]);
}

function persistence(input: PersistenceInput, rules: Rules, now: number): Persistence {
  if (!rules.persistence)
    throw new RelayError("persistence_failed", "This relay keeps no sessions.", { reason: "disabled" });
  if (input.mode === "until_deleted") return { mode: input.mode, ttlSeconds: null, expiresAt: null };
  const { min_persistence_ttl_seconds: min, max_persistence_ttl_seconds: max } = rules.limits;
  const { ttl_seconds: ttl } = input;
  if (ttl < min || ttl > max) {
    const details = { field: "/persistence/ttl_seconds", limit: ttl < min ? min : max };
    throw new RelayError("invalid_config", `/persistence/ttl_seconds must be from ${min} to ${max}.`, details);
  }
  return { mode: input.mode, ttlSeconds: ttl, expiresAt: now + ttl * 1000 };
}
