import type { InteractionState } from "@/lib/ask/core/state";
import { ProtocolError } from "@sess.si/protocol";

/** The revision an `If-Match` header names. Weak tags, lists and `*` name none. */
export function parseIfMatch(header: string | undefined): number {
  if (header === undefined || header.trim() === "") {
    throw new ProtocolError(
      "precondition_required",
      'Send If-Match with the revision you read, for example If-Match: "1".',
    );
  }
  const revision = /^"([1-9][0-9]{0,8})"$/.exec(header.trim())?.[1];
  if (revision === undefined) {
    throw new ProtocolError("invalid_arguments", 'If-Match must be one quoted revision number, for example "1".');
  }
  return Number(revision);
}

export function requireRevision(state: InteractionState, expected: number): void {
  if (expected === state.revision) return;
  throw new ProtocolError(
    "revision_mismatch",
    `The interaction is at revision ${state.revision}, not ${expected}. Read it again.`,
    { details: { revision: state.revision } },
  );
}

/** Whoever goes on must name the answer they go on from. */
export function requireAnswerEvent(state: InteractionState, eventId: string): void {
  if (state.answer?.eventId === eventId) return;
  throw new ProtocolError(
    "response_mismatch",
    `response_event_id is not the answer to revision ${state.revision}. Read the response again.`,
    { field: "/response_event_id" },
  );
}
