import type { Actor } from "@/lib/relay/core/caller";
import type { Calls } from "@/lib/relay/core/calls";
import type { NotePayload } from "@/lib/relay/core/credential";
import { emit } from "@/lib/relay/core/emit";
import { refuseTextBytes } from "@/lib/relay/core/refuse-size";
import { findParticipant } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { announceUpdate } from "@/lib/relay/core/update-self";
import { type NoteAuthor, type NoteKind, type PostedNote, RelayError } from "@sess.si/protocol";

/** What an order makes of those it is for; the rest changes nothing. */
const PAUSES: Record<NoteKind, boolean | null> = {
  note: null,
  halt: true,
  undo: true,
  continue: false,
  redirect: false,
};

/** A supervision order, to one participant or to all. */
export function postNote(step: Step, { request, noteId }: Calls["post_note"]["input"], actor: Actor): PostedNote {
  const { kind, target, message } = request;
  if (target !== "all" && !findParticipant(step.state, target))
    throw new RelayError("participant_not_found", "There is no such participant in this session.");
  if (message) refuseTextBytes(step.state.rules, "max_note_bytes", "/message", message);

  const note: NotePayload = { note_id: noteId, kind, target, message: message ?? null, ts_ms: step.now };
  const event = emit(step, "supervisor.note", {
    payload: JSON.stringify(note),
    about: { target },
    change: { type: "noted", note, cause: "order" },
    author: authorOf(actor),
    privateTo: target === "all" ? null : target,
  });
  const deliveredTo = event.to.map(({ participantId }) => participantId);
  for (const id of deliveredTo) setPaused(step, id, PAUSES[kind]);
  return { note_id: noteId, kind, target, ts_ms: step.now, delivered_to: deliveredTo };
}

function setPaused(step: Step, id: string, paused: boolean | null): void {
  const participant = findParticipant(step.state, id);
  if (!participant || paused === null || participant.paused === paused) return;
  announceUpdate(step, id, { paused });
}

export function authorOf(actor: Actor): NoteAuthor {
  switch (actor.role) {
    case "supervisor":
      return { role: "supervisor", token_id: actor.tokenId };
    case "creator":
    case "admin":
    case "account":
      return { role: actor.role };
    default:
      throw new TypeError(`A ${actor.role} gives no orders.`);
  }
}
