import { settleCall } from "@/lib/relay/core/acks";
import type { Actor } from "@/lib/relay/core/caller";
import { change, type DraftParticipant } from "@/lib/relay/core/draft";
import { isActivity, type Operation } from "@/lib/relay/core/operations";
import { NO_MESSAGES } from "@/lib/relay/core/hand-out";
import { endWait } from "@/lib/relay/core/serve";
import { self } from "@/lib/relay/core/self";
import type { Signals } from "@/lib/relay/core/signals";
import { findParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { shutStream } from "@/lib/relay/core/streams";
import { announceUpdate } from "@/lib/relay/core/update-self";
import { describeSession } from "@/lib/relay/core/view";
import type { SessionDescription } from "@sess.si/protocol";

/** A call has come from somebody known: that counts even when the call is refused. */
export function noteCall(step: Step, actor: Actor, operation: Operation): void {
  const { state, now } = step;
  if (isActivity(actor.role, operation)) state.activeAt = Math.max(state.activeAt, now);
  if (actor.role !== "participant") return;
  const participant = change(step, actor.participantId);
  if (!participant) return;
  participant.presence.lastSeenAt = now;
  participant.presence.used = true;
}

/** A participant that calls is there again. */
export function comeBack(step: Step, actor: Actor): void {
  if (actor.role !== "participant" || findParticipant(step.state, actor.participantId)?.online) return;
  const { id, presence } = self(step, actor);
  presence.offlineSince = null;
  if (presence.streamlessSince !== null) presence.streamlessSince = step.now;
  announceUpdate(step, id, { online: true });
}

/** Takes a participant over to this MCP connection; the earlier one's wait and stream end. */
export function resume(
  step: Step,
  { connection, cursor }: { connection: string | null; cursor: number | null },
  actor: Actor,
): SessionDescription {
  const participant = self(step, actor);
  const { presence, deliveryMode } = participant;
  endWait(step, participant, NO_MESSAGES, { timedOut: true });
  shutStream(step, participant, "replaced");
  settleCall(step, participant, cursor);
  presence.connection = connection;
  presence.streamlessSince = deliveryMode === "push" && connection !== null ? step.now : null;
  return describeSession(step.state);
}

/** An MCP connection has ended: whoever was reachable by nothing else is offline, and has its grace from now. */
export function connectionClosed(step: Step, { connection }: Signals["connection_closed"]): void {
  for (const { id, presence } of step.state.participants)
    if (presence.connection === connection) loseConnection(step, change(step, id));
}

function loseConnection(step: Step, participant: DraftParticipant | undefined): void {
  if (!participant) return;
  const { presence, reach, id } = participant;
  presence.connection = null;
  const isElsewhere = presence.wait !== null || presence.stream?.transport === "ws";
  if (reach === "mcp" && !isElsewhere) goOffline(step, id);
}

export function goOffline(step: Step, id: string): void {
  const participant = change(step, id);
  if (!participant?.online) return;
  const { presence } = participant;
  shutStream(step, participant, "keepalive_lost");
  presence.connection = null;
  presence.streamlessSince = null;
  presence.offlineSince = step.now;
  announceUpdate(step, id, { online: false });
}

/** Back in RAM: whoever is bound to a connection that is still there stays, the others are offline from now. */
export function hydrated(step: Step, { bindings }: Signals["hydrated"]): void {
  for (const { id, reach } of step.state.participants) {
    const connection = bindings.find(({ participantId }) => participantId === id)?.connection;
    if (connection === undefined && reach === "mcp") goOffline(step, id);
    const participant = change(step, id);
    if (participant && connection !== undefined) participant.presence.connection = connection;
  }
}
