import type { Actor, Caller } from "@/lib/relay/core/caller";
import type { Credential, DepartedCredential } from "@/lib/relay/core/credential";
import { type Operation, OPERATIONS } from "@/lib/relay/core/operations";
import type { RelaySession } from "@/lib/relay/core/state";
import { RelayError } from "@sess.si/protocol";

/** What it takes to know a caller: a cold session is asked without being paged in. */
export interface Doorkeeper {
  ended: RelaySession["ended"];
  ownerAccountId: string | null;
  credentials: { get(digest: string): Credential | undefined };
  rules: { limits: { tombstone_ttl: number } };
}

/** Who the caller is, if it may do this here. Throws what it is told otherwise. */
export function authorize(door: Doorkeeper, caller: Caller, operation: Operation, now: number): Actor {
  if (caller.kind === "none") throw new RelayError("unauthorized", "This needs a Bearer token.");
  if (door.ended) throw new RelayError("session_not_found", "There is no such session.");
  const actor = identify(door, caller, operation, now);
  const allowed: readonly string[] = OPERATIONS[operation];
  if (actor.role !== "left" && !allowed.includes(actor.role)) throw denied();
  return actor;
}

function identify(
  door: Doorkeeper,
  caller: Exclude<Caller, { kind: "none" }>,
  operation: Operation,
  now: number,
): Actor {
  if (caller.kind === "admin") return { role: "admin" };
  if (caller.kind === "account") return accountActor(door, caller.accountId);
  const credential = door.credentials.get(caller.digest);
  if (!credential) throw denied();
  switch (credential.kind) {
    case "creator":
      return { role: "creator" };
    case "participant":
      return { role: "participant", participantId: credential.participantId };
    case "supervisor":
      if (credential.revokedAt !== null) throw denied();
      return { role: "supervisor", tokenId: credential.tokenId };
    case "join":
      return joinActor(credential, caller.digest, now);
    case "departed":
      return departedActor(door, credential, operation, now);
  }
}

function accountActor({ ownerAccountId }: Doorkeeper, accountId: string): Actor {
  if (ownerAccountId === null || ownerAccountId !== accountId) throw denied();
  return { role: "account", accountId };
}

function joinActor(credential: Credential & { kind: "join" }, digest: string, now: number): Actor {
  if (credential.revokedAt !== null)
    throw new RelayError("join_token_revoked", "This join token was revoked. Ask for a new invite link.");
  if (now >= credential.expiresAt)
    throw new RelayError("join_token_expired", "This join token has expired. Ask for a new invite link.");
  return { role: "join", digest, expiresAt: credential.expiresAt };
}

function departedActor(
  { rules }: Doorkeeper,
  { participantId, reason, at, note }: DepartedCredential,
  operation: Operation,
  now: number,
): Actor {
  if (now >= at + rules.limits.tombstone_ttl * 1000) throw denied();
  if (reason === "removed") throw removed(note);
  if (reason === "left" && operation === "leave") return { role: "left", participantId };
  throw new RelayError("participant_evicted", "You are no longer in this session.", { reason });
}

/** What a removed participant is told by every call, and by a wait that the removal ends. */
export function removed(note: DepartedCredential["note"]): RelayError {
  const message = "You were removed from this session by its creator: stop your work and your sub-agents.";
  return new RelayError("participant_removed", message, note === null ? undefined : { note });
}

function denied(): RelayError {
  return new RelayError("permission_denied", "This token does not allow that here.");
}
