import { MintedJoinToken, MintedSupervisorToken, RevokedSupervisorToken, SupervisorTokenList } from "@sess.si/protocol";
import type { Peer } from "../settings.js";
import { callRelay, idPart, sessionPath, type RelayCallOptions } from "./call-relay.js";

/** Makes a fresh invite; those made before stay good until they expire. */
export function mintJoinToken(peer: Peer, sessionId: string, { signal }: RelayCallOptions): Promise<MintedJoinToken> {
  const path = sessionPath(sessionId, "join-tokens");
  return callRelay(peer, { method: "POST", path, schema: MintedJoinToken, signal });
}

/** Makes a further key for somebody who supervises. It lasts until it is revoked, so a lost one is not made twice. */
export function mintSupervisorToken(
  peer: Peer,
  sessionId: string,
  { signal }: RelayCallOptions,
): Promise<MintedSupervisorToken> {
  const path = sessionPath(sessionId, "supervisor-tokens");
  return callRelay(peer, { method: "POST", path, schema: MintedSupervisorToken, once: true, signal });
}

/** Lists the ids of supervisor tokens with their times, never a secret. */
export function listSupervisorTokens(
  peer: Peer,
  sessionId: string,
  { signal }: RelayCallOptions,
): Promise<SupervisorTokenList> {
  const path = sessionPath(sessionId, "supervisor-tokens");
  return callRelay(peer, { method: "GET", path, schema: SupervisorTokenList, signal });
}

/** Ends one supervisor's right and closes its streams, at once. */
export function revokeSupervisorToken(
  peer: Peer,
  sessionId: string,
  tokenId: string,
  { signal }: RelayCallOptions,
): Promise<RevokedSupervisorToken> {
  const path = sessionPath(sessionId, "supervisor-tokens", idPart("tokenId", tokenId));
  return callRelay(peer, { method: "DELETE", path, schema: RevokedSupervisorToken, signal });
}
