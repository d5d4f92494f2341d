import {
  CreatedSession,
  EndedSession,
  RelayAccess,
  RelayInfo,
  SessionDescription,
  UpdatedPurpose,
  type JsonObject,
  type PersistenceInput,
  type RelaySessionConfigInput,
} from "@sess.si/protocol";
import { isSessError } from "../error.js";
import type { Peer } from "../settings.js";
import { callRelay, sessionPath, type RelayCallOptions } from "./call-relay.js";

/** What a new session is for. All of it may be left out. */
export interface CreateSessionInput {
  /** What every joiner reads: `kind`, `instructions`, `available_roles` and whatever your protocol needs. */
  purpose?: JsonObject | undefined;
  /** Default: nothing is stored, and all is gone once the session is idle. */
  persistence?: PersistenceInput | undefined;
  /** Limits for this session, lower than the relay's own. */
  config?: RelaySessionConfigInput | undefined;
  /** A display name; it authorises nothing. */
  creatorId?: string | undefined;
}

/** What the relay says when asked to end a session; no reason where an earlier, lost try of this call did it. */
export type DeletedSession = { ended: true; reason?: EndedSession["reason"] };

/** Asks the relay what it is and what it can do; nobody has to be known for that. */
export function info(peer: Peer, { signal }: RelayCallOptions): Promise<RelayInfo> {
  return callRelay(peer, { method: "GET", path: "/v1/info", schema: RelayInfo, signal });
}

/** Opens a session. Its tokens are in this reply and never again, so a lost reply is not asked for twice. */
export function createSession(
  peer: Peer,
  { purpose, persistence, config, creatorId }: CreateSessionInput,
  { signal }: RelayCallOptions,
): Promise<CreatedSession> {
  const body = { purpose, persistence, config, creator_id: creatorId };
  return callRelay(peer, {
    method: "POST",
    path: "/v1/sessions",
    body,
    schema: CreatedSession,
    once: true,
    signal,
  });
}

/** Reads purpose, rules and roster without joining. */
export function describe(peer: Peer, sessionId: string, { signal }: RelayCallOptions): Promise<SessionDescription> {
  return callRelay(peer, { method: "GET", path: sessionPath(sessionId), schema: SessionDescription, signal });
}

/** Tells what a token is good for in a session. */
export function access(peer: Peer, sessionId: string, { signal }: RelayCallOptions): Promise<RelayAccess> {
  return callRelay(peer, { method: "GET", path: sessionPath(sessionId, "access"), schema: RelayAccess, signal });
}

/** Replaces the purpose, or clears it with `null`. */
export function updatePurpose(
  peer: Peer,
  sessionId: string,
  purpose: JsonObject | null,
  { signal }: RelayCallOptions,
): Promise<UpdatedPurpose> {
  const path = sessionPath(sessionId, "purpose");
  return callRelay(peer, { method: "PATCH", path, body: { purpose }, schema: UpdatedPurpose, signal });
}

/** Ends a session for everybody. */
export async function deleteSession(
  peer: Peer,
  sessionId: string,
  { signal }: RelayCallOptions,
): Promise<DeletedSession> {
  try {
    return await callRelay(peer, { method: "DELETE", path: sessionPath(sessionId), schema: EndedSession, signal });
  } catch (error) {
    if (wasDoneBefore(error, "session_not_found")) return { ended: true };
    throw error;
  }
}

/** An earlier try was lost, and this one finds nothing left to do. */
export function wasDoneBefore(error: unknown, code: string): boolean {
  return isSessError(error) && error.kind === "unknown_outcome" && error.code === code;
}
