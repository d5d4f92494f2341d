import { applyAnswered, applyCompleted, applyGone, applySent, dropSilentSender } from "@/lib/relay/core/apply-commands";
import { applyNoted } from "@/lib/relay/core/apply-noted";
import type { Change, RelayEvent } from "@/lib/relay/core/event";
import { absent, withPresence } from "@/lib/relay/core/participant";
import { findParticipant, type RelaySession, replaceParticipant } from "@/lib/relay/core/state";

/** What an event makes of everything that survives a restart. Live and in a replay it is the same. */
export function applyEvent(session: RelaySession, event: RelayEvent): RelaySession {
  const changed = applyChange({ ...session, seq: event.seq }, event.change, event);
  if (event.to.length === 0) return changed;
  const lastSeqs = new Map(event.to.map(({ participantId, seq }) => [participantId, seq]));
  const participants = changed.participants.map((participant) => {
    const lastSeq = lastSeqs.get(participant.id);
    return lastSeq === undefined ? participant : { ...participant, lastSeq };
  });
  return { ...changed, participants };
}

function applyChange(session: RelaySession, change: Change, event: RelayEvent): RelaySession {
  switch (change.type) {
    case "none":
      return session;
    case "joined":
      return applyJoined(session, change);
    case "updated":
      return applyUpdated(session, change);
    case "left":
      return applyLeft(session, change, event.at);
    case "sent":
      return applySent(session, change);
    case "answered":
      return applyAnswered(session, change);
    case "completed":
      return applyCompleted(session, change);
    case "purpose":
      return { ...session, purpose: change.purpose };
    case "noted":
      return applyNoted(session, change, event.seq);
    case "ended":
      return { ...session, ended: { at: event.at, reason: change.reason } };
    case "minted":
      return { ...session, credentials: session.credentials.set(change.digest, change.credential) };
    case "revoked":
      return applyRevoked(session, change.digest, event.at);
    case "replaced":
      return applyReplaced(session, change);
  }
}

function applyJoined(session: RelaySession, { entry }: Change & { type: "joined" }): RelaySession {
  const participant = withPresence(entry, absent(entry.joinedAt));
  const participants = [...session.participants, participant];
  const credentials = session.credentials.set(entry.tokenDigest, { kind: "participant", participantId: entry.id });
  return { ...session, participants, credentials, joins: entry.no };
}

function applyUpdated(session: RelaySession, change: Change & { type: "updated" }): RelaySession {
  const participant = findParticipant(session, change.participantId);
  return participant ? replaceParticipant(session, { ...participant, ...change.fields }) : session;
}

function applyLeft(session: RelaySession, change: Change & { type: "left" }, at: number): RelaySession {
  const { participantId, reason, note } = change;
  const leaver = findParticipant(session, participantId);
  if (!leaver) return session;
  const participants = session.participants.filter((one) => one !== leaver);
  const known = forgetDeparted(session, at);
  const kept = reason === "removed" ? revokeJoinTokens(known, at) : known;
  const credentials = kept.set(leaver.tokenDigest, { kind: "departed", participantId, reason, at, note });
  return dropSilentSender(applyGone({ ...session, participants, credentials }, participantId, reason), participantId);
}

/** Who left too long ago is told nothing any more. */
function forgetDeparted({ credentials, rules }: RelaySession, at: number): RelaySession["credentials"] {
  let kept = credentials;
  for (const [digest, credential] of credentials)
    if (credential.kind === "departed" && credential.at + rules.limits.tombstone_ttl * 1000 <= at)
      kept = kept.delete(digest);
  return kept;
}

/** Removal shuts every door that is open at that moment. */
function revokeJoinTokens(credentials: RelaySession["credentials"], at: number): RelaySession["credentials"] {
  let revoked = credentials;
  for (const [digest, credential] of credentials)
    if (credential.kind === "join" && credential.revokedAt === null)
      revoked = revoked.set(digest, { ...credential, revokedAt: at });
  return revoked;
}

function applyRevoked(session: RelaySession, digest: string, at: number): RelaySession {
  const credential = session.credentials.get(digest);
  if (credential?.kind !== "supervisor" || credential.revokedAt !== null) return session;
  return { ...session, credentials: session.credentials.set(digest, { ...credential, revokedAt: at }) };
}

function applyReplaced(session: RelaySession, change: Change & { type: "replaced" }): RelaySession {
  const { participantId, digest } = change;
  const participant = findParticipant(session, participantId);
  if (!participant) return session;
  const credentials = session.credentials
    .delete(participant.tokenDigest)
    .set(digest, { kind: "participant", participantId });
  return replaceParticipant({ ...session, credentials }, { ...participant, tokenDigest: digest });
}
