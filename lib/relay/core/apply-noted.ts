import type { NotePayload } from "@/lib/relay/core/credential";
import type { Change } from "@/lib/relay/core/event";
import type { RelaySession } from "@/lib/relay/core/state";

/** Keeps the note for its replies, and what it means for those who join later. */
export function applyNoted(session: RelaySession, change: Change & { type: "noted" }, seq: number): RelaySession {
  if (change.cause === "newcomer") return session;
  const { note } = change;
  const notes = session.notes.set(note.note_id, { seq, target: note.target });
  const noteOrder = session.noteOrder.set(seq, note.note_id);
  const kept = forgetOldest({ ...session, notes, noteOrder });
  return { ...kept, haltAll: haltAllAfter(session.haltAll, note) };
}

function forgetOldest(session: RelaySession): RelaySession {
  const oldest = session.noteOrder.first();
  if (!oldest || session.noteOrder.size <= session.rules.limits.max_notes) return session;
  const [seq, noteId] = oldest;
  return { ...session, notes: session.notes.delete(noteId), noteOrder: session.noteOrder.delete(seq) };
}

/** An undo halts too, but a newcomer has nothing to undo: where a halt already stands, that is what it finds. */
function haltAllAfter(standing: NotePayload | null, note: NotePayload): NotePayload | null {
  if (note.target !== "all" || note.kind === "note") return standing;
  if (note.kind === "halt") return note;
  return note.kind === "undo" ? (standing ?? note) : null;
}
