import type { Actor } from "@/lib/relay/core/caller";
import { settleCall } from "@/lib/relay/core/acks";
import { isActivity, type Operation } from "@/lib/relay/core/operations";
import { endWait } from "@/lib/relay/core/serve";
import { self } from "@/lib/relay/core/self";
import { closeStream } from "@/lib/relay/core/streams";
import type { Signals } from "@/lib/relay/core/signals";
import { findParticipant, replaceParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { announceUpdate } from "@/lib/relay/core/update-self";
import { describeSession } from "@/lib/relay/core/view";
import type { SessionDescription } from "@sess.si/protocol";

/** A call has come from somebody known: that counts even when the call is refused. */
export function noteCall(step: Step, actor: Actor, operation: Operation): void {
  if (isActivity(actor.role, operation))
    step.state = { ...step.state, activeAt: Math.max(step.state.activeAt, step.now) };
  if (actor.role !== "participant") return;
  const participant = findParticipant(step.state, actor.participantId);
  if (!participant) return;
  const presence = { ...participant.presence, lastSeenAt: step.now, used: true };
  step.state = replaceParticipant(step.state, { ...participant, presence });
}

/** A participant that calls is there again. */
export function comeBack(step: Step, actor: Actor): void {
  const participant = actor.role === "participant" ? findParticipant(step.state, actor.participantId) : undefined;
  if (!participant || participant.online) return;
  const streamlessSince = participant.presence.streamlessSince === null ? null : step.now;
  const presence = { ...participant.presence, offlineSince: null, streamlessSince };
  step.state = replaceParticipant(step.state, { ...participant, presence });
  announceUpdate(step, participant.id, { online: true });
}

/** Takes a participant over to this MCP connection; the earlier one's wait and stream end. */
export function resume(
  step: Step,
  { connection, cursor }: { connection: string | null; cursor: number | null },
  actor: Actor,
): SessionDescription {
  const { id, presence } = self(step, actor);
  endWait(step, id, { messages: [], hasMore: false, gap: null, batch: null, timedOut: true });
  if (presence.stream) {
    closeStream(step, { participantId: id, streamId: presence.stream.id });
    step.effects.push({ type: "close_stream", streamId: presence.stream.id, reason: "replaced" });
  }
  const settled = settleCall(step, self(step, actor), cursor);
  const streamlessSince = settled.deliveryMode === "push" && connection !== null ? step.now : null;
  const bound = { ...settled.presence, connection, streamlessSince };
  step.state = replaceParticipant(step.state, { ...settled, presence: bound });
  return describeSession(step.state);
}

/** An MCP connection has ended: whoever was reachable by nothing else is offline, and has its grace from now. */
export function connectionClosed(step: Step, { connection }: { connection: string }): void {
  for (const participant of step.state.participants) {
    const { presence } = participant;
    if (presence.connection !== connection) continue;
    step.state = replaceParticipant(step.state, { ...participant, presence: { ...presence, connection: null } });
    const isElsewhere = presence.wait !== null || presence.stream?.transport === "ws";
    if (participant.reach === "mcp" && !isElsewhere) goOffline(step, participant.id);
  }
}

export function goOffline(step: Step, id: string): void {
  const participant = findParticipant(step.state, id);
  if (!participant?.online) return;
  const { stream } = participant.presence;
  if (stream) closeStream(step, { participantId: id, streamId: stream.id });
  const current = findParticipant(step.state, id) ?? participant;
  const presence = { ...current.presence, connection: null, streamlessSince: null, offlineSince: step.now };
  step.state = replaceParticipant(step.state, { ...current, presence });
  announceUpdate(step, id, { online: false });
}

/** Back in RAM: whoever is bound to a connection that is still there stays, the others are offline from now. */
export function hydrated(step: Step, { bindings }: Signals["hydrated"]): void {
  for (const participant of step.state.participants) {
    const connection = bindings.find(({ participantId }) => participantId === participant.id)?.connection;
    if (connection === undefined && participant.reach === "mcp") goOffline(step, participant.id);
    if (connection === undefined) continue;
    const presence = { ...participant.presence, connection };
    step.state = replaceParticipant(step.state, { ...participant, presence });
  }
}
