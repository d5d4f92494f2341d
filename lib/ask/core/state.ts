import type { AnswerValue, Surface } from "@sess.si/protocol";

/**
 * One interaction, everything a decision needs. Times are milliseconds since the epoch by the database's clock;
 * `version` grows with every committed change.
 */
export interface InteractionState {
  id: string;
  workspaceId: string;
  version: number;
  createdAt: number;
  lifetimeMs: number;
  /** As created; extensions never move it. */
  expiresAt: number;
  extendedUntil: number | null;
  revision: number;
  surface: Surface;
  surfaceSha256: string;
  publishedAt: number;
  /** The accepted answer of the current revision. */
  answer: AcceptedAnswer | null;
  /** When a key first read the current revision's answer; the next publish clears it. */
  pickedUpAt: number | null;
  completedAt: number | null;
  withdrawnAt: number | null;
}

/** The one accepted response to a revision. */
export interface AcceptedAnswer {
  revision: number;
  eventId: string;
  actionId: string;
  values: Record<string, AnswerValue>;
  /** Sorted names of the fields whose value differs from the agent's proposal. */
  changed: string[];
  submittedAt: number;
  receipt: string;
  /** SHA-256 over nonce, action and fields as posted: the same submission again is a replay, not a second answer. */
  submissionSha256: string;
  answerSha256: string;
}

/** What became of an interaction at a moment. `lapsed` is `waiting` to the agent: the person may still ask for more time. */
export type Phase = "waiting" | "lapsed" | "answered" | "completed" | "expired" | "withdrawn";

/** What a decision wants committed; the store turns it into rows, an audit entry and a wake-up, in one transaction. */
export type AskEvent =
  | { type: "answered"; answer: AcceptedAnswer; answerText: string }
  | { type: "published"; revision: number; surface: Surface; surfaceText: string; surfaceSha256: string }
  | { type: "completed" }
  | { type: "withdrawn" }
  | { type: "extended"; until: number }
  | { type: "picked_up" };

/** A decision: what to commit, and until when (database clock, ms) it may be committed; null means at any time. */
export interface Decision {
  event: AskEvent;
  validUntil: number | null;
}
