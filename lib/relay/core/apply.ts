import { applyAnswered, applyCompleted, applyGone, applySent, dropSilentSender } from "@/lib/relay/core/apply-commands";
import { applyNoted } from "@/lib/relay/core/apply-noted";
import { change as changeParticipant, type Draft } from "@/lib/relay/core/draft";
import type { Change, RelayEvent } from "@/lib/relay/core/event";
import { absent, withPresence } from "@/lib/relay/core/participant";
import { findParticipant, type RelaySession } from "@/lib/relay/core/state";

/** What an event makes of everything that survives a restart. Live and in a replay it is the same. */
export function applyEvent(draft: Draft, event: RelayEvent): void {
  draft.state.seq = event.seq;
  applyChange(draft, event.change, event);
  for (const { participantId, seq } of event.to) {
    const participant = changeParticipant(draft, participantId);
    if (participant) participant.lastSeq = seq;
  }
}

function applyChange(draft: Draft, change: Change, event: RelayEvent): void {
  switch (change.type) {
    case "none":
      return;
    case "joined":
      return applyJoined(draft, change);
    case "updated": {
      const participant = changeParticipant(draft, change.participantId);
      if (participant) Object.assign(participant, change.fields);
      return;
    }
    case "left":
      return applyLeft(draft, change, event.at);
    case "sent":
      return applySent(draft, change);
    case "answered":
      return applyAnswered(draft, change);
    case "completed":
      return applyCompleted(draft, change);
    case "purpose":
      draft.state.purpose = change.purpose;
      return;
    case "noted":
      return applyNoted(draft, change, event.seq);
    case "ended":
      draft.state.ended = { at: event.at, reason: change.reason };
      return;
    case "minted":
      draft.state.credentials = draft.state.credentials.set(change.digest, change.credential);
      return;
    case "revoked":
      return applyRevoked(draft, change.digest, event.at);
    case "replaced":
      return applyReplaced(draft, change);
  }
}

function applyJoined({ state }: Draft, { entry }: Change & { type: "joined" }): void {
  const { id: participantId, no, tokenDigest } = entry;
  state.participants.push(withPresence(entry, absent(entry.joinedAt)));
  state.credentials = state.credentials.set(tokenDigest, { kind: "participant", participantId });
  state.joins = no;
}

function applyLeft(draft: Draft, change: Change & { type: "left" }, at: number): void {
  const { state } = draft;
  const { participantId, reason, note } = change;
  const leaver = findParticipant(state, participantId);
  if (!leaver) return;
  state.participants = state.participants.filter((one) => one !== leaver);
  const known = forgetDeparted(state, at);
  const kept = reason === "removed" ? revokeJoinTokens(known, at) : known;
  state.credentials = kept.set(leaver.tokenDigest, { kind: "departed", participantId, reason, at, note });
  applyGone(draft, participantId, reason);
  dropSilentSender(draft, participantId);
}

/** Who left too long ago is told nothing any more. */
function forgetDeparted({ credentials, rules }: Draft["state"], at: number): RelaySession["credentials"] {
  let kept = credentials;
  for (const { key: digest, value: credential } of credentials)
    if (credential.kind === "departed" && credential.at + rules.limits.tombstone_ttl * 1000 <= at)
      kept = kept.delete(digest);
  return kept;
}

/** Removal shuts every door that is open at that moment. */
function revokeJoinTokens(credentials: RelaySession["credentials"], at: number): RelaySession["credentials"] {
  let revoked = credentials;
  for (const { key: digest, value: credential } of credentials)
    if (credential.kind === "join" && credential.revokedAt === null)
      revoked = revoked.set(digest, { ...credential, revokedAt: at });
  return revoked;
}

function applyRevoked({ state }: Draft, digest: string, at: number): void {
  const credential = state.credentials.get(digest);
  if (credential?.kind !== "supervisor" || credential.revokedAt !== null) return;
  state.credentials = state.credentials.set(digest, { ...credential, revokedAt: at });
}

function applyReplaced(draft: Draft, { participantId, digest }: Change & { type: "replaced" }): void {
  const participant = changeParticipant(draft, participantId);
  if (!participant) return;
  const others = draft.state.credentials.delete(participant.tokenDigest);
  draft.state.credentials = others.set(digest, { kind: "participant", participantId });
  participant.tokenDigest = digest;
}
