import { isSessError, SessError } from "../error.js";

/** A command went to somebody whom a supervisor has halted; `details.paused` names them. */
export class ParticipantPaused extends SessError {
  override readonly name = "ParticipantPaused";
}

/** The creator has removed this participant: stop the work and every sub-agent, do not rejoin, do not leave. */
export class ParticipantRemoved extends SessError {
  override readonly name = "ParticipantRemoved";
}

/** No such note in this session, or none that you may reply to. */
export class NoteNotFound extends SessError {
  override readonly name = "NoteNotFound";
}

const CLASSES: Record<string, typeof SessError> = {
  participant_paused: ParticipantPaused,
  participant_removed: ParticipantRemoved,
  note_not_found: NoteNotFound,
};

/** The error in the class that its code has, if it has one. */
export function typed(error: unknown): unknown {
  const Class = isSessError(error) ? CLASSES[error.code] : undefined;
  return isSessError(error) && Class ? new Class({ ...error, message: error.message }) : error;
}

/** What a participant is told when its stream closes with 4410. */
export function removedError(): ParticipantRemoved {
  return new ParticipantRemoved({
    kind: "api",
    code: "participant_removed",
    message: "The session's creator has removed you: stop your work and your sub-agents.",
    outcome: "rejected",
    status: 403,
  });
}
