import { RelayError } from "@sess.si/protocol";

export function noSession(): RelayError {
  return new RelayError("session_not_found", "There is no such session.");
}

export function needsToken(): RelayError {
  return new RelayError("unauthorized", "This needs a Bearer token.");
}

export function shuttingDown(): RelayError {
  return new RelayError("relay_unavailable", "The relay is restarting. Come back in a moment.", undefined, 1);
}

export function notOpen(): RelayError {
  return new RelayError("relay_unavailable", "The relay is starting. Try again in a moment.", undefined, 1);
}

/** Nothing of the call was seen by anybody; whether it was written shows when it is repeated with the same id. */
export function notWritten(): RelayError {
  return new RelayError("persistence_failed", "The relay could not write this down. Try again.", undefined, 1);
}

export function corrupted(): RelayError {
  return new RelayError("persistence_corrupted", "What was kept of this session cannot be read. Tell the operator.");
}

export function journalFull(limit: number): RelayError {
  const details = { reason: "quota", limit };
  return new RelayError(
    "persistence_failed",
    "The journal of this session is full: end it, or start another.",
    details,
  );
}

export function relayFull(what: string, limit: number): RelayError {
  return new RelayError("relay_full", `The relay is full: ${what}. Try again later.`, { limit }, 30);
}

export function leavingMemory(): RelayError {
  return new RelayError("relay_unavailable", "The session is leaving memory this moment. Try again.", undefined, 1);
}
