import type { NotePayload } from "@/lib/relay/core/credential";
import type { Draft } from "@/lib/relay/core/draft";
import type { Change } from "@/lib/relay/core/event";

/** Keeps the note for its replies, and what it means for those who join later. */
export function applyNoted({ state }: Draft, change: Change & { type: "noted" }, seq: number): void {
  if (change.cause === "newcomer") return;
  const { note } = change;
  state.notes = state.notes.set(note.note_id, { seq, target: note.target });
  state.noteOrder = state.noteOrder.set(seq, note.note_id);
  forgetOldest(state);
  state.haltAll = haltAllAfter(state.haltAll, note);
}

function forgetOldest(state: Draft["state"]): void {
  const oldest = state.noteOrder.first();
  if (!oldest || state.noteOrder.size <= state.rules.limits.max_notes) return;
  state.notes = state.notes.delete(oldest.value);
  state.noteOrder = state.noteOrder.delete(oldest.key);
}

/** An undo halts too, but a newcomer has nothing to undo: where a halt already stands, that is what it finds. */
function haltAllAfter(standing: NotePayload | null, note: NotePayload): NotePayload | null {
  if (note.target !== "all" || note.kind === "note") return standing;
  if (note.kind === "halt") return note;
  return note.kind === "undo" ? (standing ?? note) : null;
}
