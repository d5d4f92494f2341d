import type { Actor } from "@/lib/relay/core/caller";
import { change, type DraftParticipant } from "@/lib/relay/core/draft";
import { emit } from "@/lib/relay/core/emit";
import { unnumbered } from "@/lib/relay/core/hand-out";
import { endWait, serve } from "@/lib/relay/core/serve";
import type { Step } from "@/lib/relay/core/step";
import type { EndedReason, EndedSession } from "@sess.si/protocol";

/** Its creator or the admin ends the session for all. */
export function end(step: Step, _input: object, actor: Actor): EndedSession {
  const reason = actor.role === "admin" ? "admin_deleted" : "host_deleted";
  endSession(step, reason);
  return { ended: true, reason };
}

/** The last event. Every wait and every stream gets it, whatever it asked for, and is over. */
export function endSession(step: Step, reason: EndedReason): void {
  const payload = JSON.stringify({ reason });
  emit(step, "session.ended", { payload, change: { type: "ended", reason } });
  for (const participant of everyone(step)) {
    serve(step, participant.id);
    endWait(step, participant, unnumbered("session.ended", payload));
    const { stream } = participant.presence;
    if (stream) step.effects.push({ type: "close_stream", streamId: stream.id, reason: "ended" });
  }
  for (const { key: firehoseId } of step.state.firehoses)
    step.effects.push({ type: "close_firehose", firehoseId, reason: "ended" });
}

/** A persisted session leaves RAM. It is not over: attached WebSockets and open waits are told, inboxes are not. */
export function goCold(step: Step): void {
  const payload = "{}";
  emit(step, "session.cold", { payload });
  for (const participant of everyone(step)) {
    const { id: participantId, presence } = participant;
    const { stream } = presence;
    if (stream?.transport === "ws") {
      const { messages } = unnumbered("session.cold", payload);
      step.effects.push({ type: "frames", streamId: stream.id, participantId, batch: null, messages });
    }
    endWait(step, participant, unnumbered("session.cold", payload));
  }
  step.effects.push({ type: "cold" });
}

function everyone(step: Step): DraftParticipant[] {
  return step.state.participants.flatMap(({ id }) => change(step, id) ?? []);
}
