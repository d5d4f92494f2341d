import { isoTime } from "@/lib/relay/core/time";
import type { Participant } from "@/lib/relay/core/participant";
import type { RosterEntry } from "@/lib/relay/core/roster-entry";
import type { Persistence, RelaySession } from "@/lib/relay/core/state";
import type { ParticipantPublic, ParticipantSupervised, PersistenceState, SessionDescription } from "@sess.si/protocol";

/** A participant as every other one sees it. */
export function publicEntry(entry: RosterEntry): ParticipantPublic {
  return {
    participant_id: entry.id,
    role: entry.role,
    objective: entry.objective,
    capabilities: [...entry.capabilities],
    metadata: entry.metadata,
    joined_at: isoTime(entry.joinedAt),
    online: entry.online,
    supervision_state: entry.paused ? "paused" : "active",
  };
}

export function publicRoster({ participants }: Pick<RelaySession, "participants">): ParticipantPublic[] {
  return participants.map(publicEntry);
}

/** A participant as supervision sees it: no claim that the relay cannot back. */
export function supervisedEntry(session: RelaySession, participant: Participant, now: number): ParticipantSupervised {
  const { inbox, presence, deliveryMode } = participant;
  return {
    ...publicEntry(participant),
    delivery_mode: deliveryMode,
    listening: isListening(session, participant, now),
    last_seen_at: isoTime(presence.lastSeenAt),
    pending: inbox.pending.size,
    unacked: inbox.out.size + inbox.returned.size,
  };
}

/** An open stream, a wait in flight, or one a moment ago. */
export function isListening({ rules }: RelaySession, { presence }: Participant, now: number): boolean {
  if (presence.stream !== null || presence.wait !== null) return true;
  return presence.lastWaitAt !== null && now - presence.lastWaitAt <= rules.limits.listening_seconds * 1000;
}

export function persistenceState(persistence: Persistence | null, state: "hot" | "cold"): PersistenceState | null {
  if (persistence === null) return null;
  const { mode, ttlSeconds, expiresAt } = persistence;
  return {
    mode,
    ...(ttlSeconds !== null && { ttl_seconds: ttlSeconds }),
    ...(expiresAt !== null && { expires_at: isoTime(expiresAt) }),
    state,
  };
}

export function describeSession(session: RelaySession): SessionDescription {
  return {
    config: session.config,
    purpose: session.purpose,
    roster: publicRoster(session),
    persistence: persistenceState(session.persistence, "hot"),
  };
}
