import type { Participant } from "@/lib/relay/core/participant";
import type { RelaySession } from "@/lib/relay/core/state";

/** Something that time alone brings about. */
export type Due =
  | { type: "command"; at: number; senderId: string; commandId: string }
  | { type: "wait" | "grace" | "offline" | "stale" | "slow"; at: number; participantId: string }
  | { type: "idle" | "expiry"; at: number };

/** When the host has to look again; null: time changes nothing. */
export function nextDeadline(session: RelaySession): number | null {
  return nextDue(session, { stayHot: false })?.at ?? null;
}

/** The first thing that time brings about. `stayHot`: leave out what only pages a persisted session out of RAM. */
export function nextDue(session: RelaySession, { stayHot }: { stayHot: boolean }): Due | null {
  if (session.ended) return null;
  let first: Due | null = null;
  for (const due of dues(session)) {
    if (stayHot && due.type === "idle" && session.persistence !== null) continue;
    if (first === null || due.at < first.at) first = due;
  }
  return first;
}

function* dues(session: RelaySession): Generator<Due, void> {
  const command = session.deadlines.first()?.[1];
  if (command) yield { type: "command", at: command.expiresAt, senderId: command.senderId, commandId: command.id };
  for (const participant of session.participants) yield* duesOf(session, participant);
  const idle = idleAt(session);
  if (idle !== null) yield { type: "idle", at: idle };
  const expiry = expiresAt(session);
  if (expiry !== null) yield { type: "expiry", at: expiry };
}

function* duesOf({ config, rules }: RelaySession, participant: Participant): Generator<Due, void> {
  const { id: participantId, presence } = participant;
  const { limits } = rules;
  if (presence.wait) yield { type: "wait", at: presence.wait.deadline, participantId };
  const stalled = presence.stream?.stalledSince ?? null;
  if (stalled !== null) yield { type: "slow", at: stalled + limits.slow_socket_seconds * 1000, participantId };
  if (presence.offlineSince !== null)
    yield { type: "grace", at: presence.offlineSince + config.offline_grace_seconds * 1000, participantId };
  const silent = silentSince(participant);
  if (silent === null) return;
  if (participant.reach === "rest") {
    if (limits.rest_stale_seconds > 0)
      yield { type: "stale", at: silent + limits.rest_stale_seconds * 1000, participantId };
  } else if (participant.online && (presence.connection === null || presence.streamlessSince !== null))
    yield { type: "offline", at: silent + limits.push_offline_seconds * 1000, participantId };
}

/** Since when it has neither called nor listened; null while it listens. */
function silentSince({ presence }: Participant): number | null {
  if (presence.wait !== null || presence.stream !== null) return null;
  return Math.max(presence.lastSeenAt, presence.lastWaitAt ?? 0, presence.streamlessSince ?? 0);
}

/** When the session leaves RAM. Open commands keep it, and, where RAM is all there is, so do those that listen. */
function idleAt({ deadlines, persistence, participants, activeAt, hotSince, config }: RelaySession): number | null {
  if (deadlines.size > 0) return null;
  const isListening = ({ presence }: Participant): boolean => presence.wait !== null || presence.stream !== null;
  if (persistence === null && participants.some(isListening)) return null;
  return Math.max(activeAt, hotSince) + config.idle_ttl_seconds * 1000;
}

/** When a persisted session ends; for `until_deleted` after long inactivity. */
export function expiresAt({ persistence, activeAt, rules }: RelaySession): number | null {
  if (persistence === null) return null;
  return persistence.expiresAt ?? activeAt + rules.limits.until_deleted_ttl_seconds * 1000;
}
