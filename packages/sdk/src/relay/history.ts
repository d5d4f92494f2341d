import {
  EventsPage,
  Roster,
  SupervisedRoster,
  type ParticipantPublic,
  type ParticipantSupervised,
} from "@sess.si/protocol";
import type { Peer } from "../settings.js";
import { callRelay, sessionPath, type RelayCallOptions } from "./call-relay.js";

/** Which part of a persisted session's history. */
export interface EventsInput {
  afterSeq?: number | undefined;
  beforeSeq?: number | undefined;
  /** An event name. */
  kind?: string | undefined;
  /** Who did it or got it. */
  participantId?: string | undefined;
  limit?: number | undefined;
  order?: "asc" | "desc" | undefined;
}

/** A page holds up to 1,000 events, each with its payload. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** Reads a persisted session's history, without waking it. */
export function getEvents(
  peer: Peer,
  sessionId: string,
  input: EventsInput,
  { signal }: RelayCallOptions,
): Promise<EventsPage> {
  const query = new URLSearchParams();
  const { afterSeq, beforeSeq, kind, participantId, limit, order } = input;
  const wanted = { after_seq: afterSeq, before_seq: beforeSeq, kind, participant_id: participantId, limit, order };
  for (const [name, value] of Object.entries(wanted)) if (value !== undefined) query.set(name, String(value));
  const wantsAll = query.toString() === "";
  const path = `${sessionPath(sessionId, "events")}${wantsAll ? "" : `?${query}`}`;
  return callRelay(peer, { method: "GET", path, schema: EventsPage, maxReplyBytes: MAX_PAGE_BYTES, signal });
}

/** A roster entry; a supervision holder is also told how reachable the participant really is. */
export type RosterEntry = ParticipantPublic & Partial<Omit<ParticipantSupervised, keyof ParticipantPublic>>;

const ANY_ROSTER = SupervisedRoster.or(Roster);

/** Reads who is in the session. */
export function listParticipants(
  peer: Peer,
  sessionId: string,
  { signal }: RelayCallOptions,
): Promise<{ roster: RosterEntry[] }> {
  const path = sessionPath(sessionId, "participants");
  return callRelay(peer, { method: "GET", path, schema: ANY_ROSTER, signal });
}
