import type { Actor } from "@/lib/relay/core/caller";
import { emit } from "@/lib/relay/core/emit";
import { endWait, serve } from "@/lib/relay/core/serve";
import type { Message, Step } from "@/lib/relay/core/step";
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
  for (const { id, presence } of step.state.participants) {
    serve(step, id);
    tellWait(step, id, { name: "session.ended", payload });
    if (presence.stream) step.effects.push({ type: "close_stream", streamId: presence.stream.id, reason: "ended" });
  }
  for (const [firehoseId] of step.state.firehoses)
    step.effects.push({ type: "close_firehose", firehoseId, reason: "ended" });
}

/** A persisted session leaves RAM. It is not over: attached WebSockets and open waits are told, inboxes are not. */
export function goCold(step: Step): void {
  emit(step, "session.cold", { payload: "{}" });
  const news = { name: "session.cold", payload: "{}" };
  for (const { id, presence } of step.state.participants) {
    const { stream } = presence;
    if (stream?.transport === "ws") {
      const messages = [unnumbered(news)];
      step.effects.push({ type: "frames", streamId: stream.id, participantId: id, batch: null, messages });
    }
    tellWait(step, id, news);
  }
  step.effects.push({ type: "cold" });
}

function tellWait(step: Step, id: string, news: Pick<Message, "name" | "payload">): void {
  const messages = [unnumbered(news)];
  endWait(step, id, { messages, hasMore: false, gap: null, batch: null, timedOut: false });
}

function unnumbered({ name, payload }: Pick<Message, "name" | "payload">): Message {
  return { name, payload, seq: null, eventSeq: null, redelivered: false };
}
