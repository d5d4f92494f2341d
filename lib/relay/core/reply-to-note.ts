import type { Actor } from "@/lib/relay/core/caller";
import type { Calls } from "@/lib/relay/core/calls";
import { emit } from "@/lib/relay/core/emit";
import { refuseCount, refuseLength, refuseTextBytes } from "@/lib/relay/core/refuse-size";
import type { Rules } from "@/lib/relay/core/rules";
import { self } from "@/lib/relay/core/self";
import type { Step } from "@/lib/relay/core/step";
import { type NoteOutcome, type PostedReply, RelayError } from "@sess.si/protocol";

/** Answers an order in its thread: to all if it was for all, else to supervision only. */
export function replyToNote(step: Step, input: Calls["reply_to_note"]["input"], actor: Actor): PostedReply {
  const { id } = self(step, actor);
  const { request, noteId, replyId } = input;
  const note = step.state.notes.get(noteId);
  // Whether a private note exists is private too.
  if (!note || (note.target !== "all" && note.target !== id))
    throw new RelayError("note_not_found", "There is no such note in this session.");
  refuseTextBytes(step.state.rules, "max_note_bytes", "/message", request.message);
  if (request.outcome) checkOutcome(step.state.rules, request.outcome);

  const payload = JSON.stringify({
    reply_id: replyId,
    note_id: noteId,
    target: note.target,
    participant_id: id,
    message: request.message,
    ...(request.outcome && { outcome: request.outcome }),
    ts_ms: step.now,
  });
  const privateTo = note.target === "all" ? null : note.target;
  emit(step, "supervisor.note_reply", { payload, about: { subject: id, target: note.target }, actor: id, privateTo });
  return { reply_id: replyId, note_id: noteId, ts_ms: step.now };
}

function checkOutcome(rules: Rules, outcome: NoteOutcome): void {
  for (const name of ["undone", "not_reversible"] as const) {
    const items = outcome[name] ?? [];
    refuseCount(rules, "max_outcome_items", `/outcome/${name}`, items);
    items.forEach((item, index) => refuseLength(rules, "max_outcome_item_length", `/outcome/${name}/${index}`, item));
  }
}
