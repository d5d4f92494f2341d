import type { Actor } from "@/lib/relay/core/caller";
import type { JoinInput, JoinReply } from "@/lib/relay/core/calls";
import { change } from "@/lib/relay/core/draft";
import { emit, emitTo, record } from "@/lib/relay/core/emit";
import { checkProfile } from "@/lib/relay/core/check-profile";
import type { Participant } from "@/lib/relay/core/participant";
import type { RosterEntry } from "@/lib/relay/core/roster-entry";
import type { Step } from "@/lib/relay/core/step";
import { announceUpdate } from "@/lib/relay/core/update-self";
import { describeSession, publicEntry } from "@/lib/relay/core/view";
import { RelayError } from "@sess.si/protocol";

/** Lets a participant in, or gives a new token to one whose first reply was lost. */
export function join(step: Step, input: JoinInput, actor: Actor): JoinReply {
  checkProfile(step.state.rules, input.request);
  const joinedWith = actor.role === "join" ? actor.digest : null;
  const lost = lostJoin(step, input, joinedWith);
  const participantId = lost ? replaceLost(step, lost, input) : enter(step, input, joinedWith);
  bind(step, participantId, input);
  return { participantId, description: describeSession(step.state) };
}

/** A join with the same token and nonce, a moment ago, whose own token nobody has used. */
function lostJoin(step: Step, { request }: JoinInput, joinedWith: string | null): Participant | undefined {
  const { client_nonce: nonce } = request;
  if (nonce === undefined || joinedWith === null) return undefined;
  const since = step.now - step.state.rules.limits.client_nonce_seconds * 1000;
  return step.state.participants.find(
    (one) => one.clientNonce === nonce && one.joinedWith === joinedWith && !one.presence.used && one.joinedAt >= since,
  );
}

function replaceLost(step: Step, lost: Participant, { request, tokenDigest }: JoinInput): string {
  record(step, "token.replaced", { type: "replaced", participantId: lost.id, digest: tokenDigest });
  const fields = profile(request);
  const { role, objective, capabilities, metadata } = lost;
  if (JSON.stringify(fields) !== JSON.stringify({ role, objective, capabilities, metadata }))
    announceUpdate(step, lost.id, fields);
  return lost.id;
}

function enter(step: Step, input: JoinInput, joinedWith: string | null): string {
  const { max_participants: max } = step.state.config;
  if (step.state.participants.length >= max)
    throw new RelayError("session_full", `The session has its ${max} participants.`, { limit: max });
  const entry = newEntry(step, input, joinedWith);
  const payload = JSON.stringify({ participant: publicEntry(entry) });
  const joined = { type: "joined", entry } as const;
  emit(step, "participant.joined", { payload, about: { subject: entry.id }, change: joined, actor: entry.id });
  tellStandingHalt(step, entry.id);
  return entry.id;
}

function newEntry(step: Step, input: JoinInput, joinedWith: string | null): RosterEntry {
  const { request, participantId, tokenDigest, reach } = input;
  return {
    id: participantId,
    no: step.state.joins + 1,
    ...profile(request),
    joinedAt: step.now,
    online: true,
    paused: step.state.haltAll !== null,
    deliveryMode: reach === "rest" ? "pull" : (request.delivery_mode ?? "push"),
    reach,
    tokenDigest,
    joinedWith,
    clientNonce: request.client_nonce ?? null,
    lastSeq: 0,
  };
}

function profile({ role, objective, capabilities, metadata }: JoinInput["request"]) {
  return {
    role: role ?? null,
    objective: objective ?? null,
    capabilities: capabilities ?? [],
    metadata: metadata ?? {},
  };
}

/** Who comes while all are halted starts halted, and finds that order first. */
function tellStandingHalt(step: Step, id: string): void {
  const note = step.state.haltAll;
  if (note === null) return;
  emitTo(step, "supervisor.note", id, {
    payload: JSON.stringify(note),
    change: { type: "noted", note, cause: "newcomer" },
  });
}

function bind(step: Step, id: string, { reach, connection }: JoinInput): void {
  const participant = change(step, id);
  if (!participant || reach === "rest") return;
  participant.presence.connection = connection;
  participant.presence.streamlessSince = participant.deliveryMode === "push" ? step.now : null;
}
