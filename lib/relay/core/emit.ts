import { applyEvent } from "@/lib/relay/core/apply";
import { type About, AUDIENCE } from "@/lib/relay/core/audience";
import { bufferEvent } from "@/lib/relay/core/buffer";
import { byteLength } from "@/lib/relay/core/byte-length";
import type { Change, InternalEventName, RelayEvent } from "@/lib/relay/core/event";
import type { Delivery } from "@/lib/relay/core/delivery";
import { findParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import type { NoteAuthor, RelayEventName } from "@sess.si/protocol";

export interface Draft {
  /** JSON text. */
  payload: string;
  about?: About;
  change?: Change | ((seq: number, to: readonly Delivery[]) => Change);
  actor?: string;
  author?: NoteAuthor;
  privateTo?: string | null;
}

/** Makes an event happen: numbers it, finds its audience, applies it, and puts it into the inboxes. */
export function emit(step: Step, name: RelayEventName, draft: Draft): RelayEvent {
  const ids = AUDIENCE[name](step.state, draft.about ?? {});
  return happen(step, name, ids, draft);
}

/** The same for one participant only, whoever the audience is. */
export function emitTo(step: Step, name: RelayEventName, participantId: string, draft: Draft): RelayEvent {
  return happen(step, name, [participantId], draft);
}

/** Records a change that no wire shows. */
export function record(step: Step, name: InternalEventName, change: Change): RelayEvent {
  return happen(step, name, [], { payload: "", change });
}

function happen(step: Step, name: RelayEvent["name"], ids: readonly string[], draft: Draft): RelayEvent {
  const seq = step.state.seq + 1;
  const to = ids.map((participantId) => ({ participantId, seq: nextSeq(step, participantId) }));
  const change = typeof draft.change === "function" ? draft.change(seq, to) : (draft.change ?? { type: "none" });
  const event: RelayEvent = {
    seq,
    at: step.now,
    name,
    payload: draft.payload,
    bytes: byteLength(draft.payload),
    to,
    actor: draft.actor ?? null,
    author: draft.author ?? null,
    privateTo: draft.privateTo ?? null,
    change,
  };
  applyEvent(step, event);
  bufferEvent(step, event);
  step.events.push(event);
  for (const { participantId } of to) step.dirty.add(participantId);
  return event;
}

function nextSeq({ state }: Step, participantId: string): number {
  return (findParticipant(state, participantId)?.lastSeq ?? 0) + 1;
}
