import type { InteractionState } from "@/lib/ask/core/state";
import { invalidQuery } from "@/lib/ask/verbs/invalid-query";
import { LIMITS, ProtocolError } from "@sess.si/protocol";

/** As it stands in the address. */
export interface ResponseQuery {
  revision?: string | undefined;
  wait_ms?: string | undefined;
}

/** What is read, and for how long it is waited; throws `invalid_arguments`. */
export function parseResponseQuery(query: ResponseQuery): { revision: number | null; waitMs: number } {
  return { revision: parseRevision(query.revision), waitMs: parseWaitMs(query.wait_ms) };
}

/** An agent that asks for an older revision has missed an answer, and one that asks for a newer has dreamt it. */
export function requireReadRevision(state: InteractionState, revision: number | null): void {
  if (revision === null || revision === state.revision) return;
  if (revision < state.revision) {
    throw new ProtocolError("revision_mismatch", `The interaction has moved on to revision ${state.revision}.`, {
      field: "/revision",
      status: 409,
      details: { revision: state.revision },
    });
  }
  throw invalidQuery("/revision", `is ${revision}; the interaction is at revision ${state.revision}.`, state.revision);
}

function parseRevision(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw invalidQuery("/revision", "must be a whole number from 1.");
  return Number(text);
}

function parseWaitMs(text: string | undefined): number {
  if (text === undefined) return LIMITS.waitMs;
  if (!/^[0-9]{1,15}$/.test(text)) throw invalidQuery("/wait_ms", "must be a whole number of milliseconds.");
  const waitMs = Number(text);
  if (waitMs > LIMITS.waitMs) throw invalidQuery("/wait_ms", `can be at most ${LIMITS.waitMs}.`, LIMITS.waitMs);
  return waitMs;
}
