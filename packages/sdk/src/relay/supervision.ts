import { PostedNote, RemovedParticipant, type NoteKind } from "@sess.si/protocol";
import type { Peer } from "../settings.js";
import { callRelay, idPart, sessionPath, type RelayCallOptions } from "./call-relay.js";
import { wasDoneBefore } from "./sessions.js";

/** An order to one participant or to all of them. */
export interface Order {
  kind: NoteKind;
  /** `all`, or one participant id. */
  target: string;
  /** What `note`, `redirect` and `undo` say; an undo names ids or paths, or `[all]`. */
  message?: string | undefined;
}

/** Posts an order. Only a halt is repeated after a lost reply: to halt twice does no harm, to go on twice may. */
export function postOrder(
  peer: Peer,
  sessionId: string,
  { kind, target, message }: Order,
  { signal }: RelayCallOptions,
): Promise<PostedNote> {
  return callRelay(peer, {
    method: "POST",
    path: sessionPath(sessionId, "supervisor", "notes"),
    body: { kind, target, message },
    schema: PostedNote,
    once: kind !== "halt",
    signal,
  });
}

/** Halts a participant and takes it out of the session; every join token made so far stops working. */
export async function removeParticipant(
  peer: Peer,
  sessionId: string,
  participantId: string,
  { signal }: RelayCallOptions,
): Promise<RemovedParticipant> {
  const path = sessionPath(sessionId, "participants", idPart("participantId", participantId));
  try {
    return await callRelay(peer, { method: "DELETE", path, schema: RemovedParticipant, signal });
  } catch (error) {
    if (wasDoneBefore(error, "participant_not_found")) return { removed: true };
    throw error;
  }
}
