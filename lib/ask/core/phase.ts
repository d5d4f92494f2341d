import type { InteractionState, Phase } from "@/lib/ask/core/state";
import { type InteractionState as PublicState, LIMITS } from "@sess.si/protocol";

type Timed = Pick<
  InteractionState,
  "createdAt" | "lifetimeMs" | "expiresAt" | "extendedUntil" | "answer" | "completedAt" | "withdrawnAt"
>;

/** Total: every state has exactly one phase at every moment, and time alone only ever leads waiting → lapsed → expired. */
export function phaseOf(state: Timed, now: number): Phase {
  if (state.withdrawnAt !== null) return "withdrawn";
  if (state.completedAt !== null) return "completed";
  if (state.answer !== null) return "answered";
  if (now < deadlineOf(state)) return "waiting";
  return now < horizonOf(state) ? "lapsed" : "expired";
}

/** The first moment at which an answer is refused. */
export function deadlineOf(state: Pick<Timed, "expiresAt" | "extendedUntil">): number {
  return state.extendedUntil ?? state.expiresAt;
}

/** The first moment at which the link is closed for good, whatever the person asks for. */
export function horizonOf(state: Pick<Timed, "createdAt" | "lifetimeMs" | "expiresAt">): number {
  if (!isExtendable(state)) return state.expiresAt;
  return state.createdAt + Math.min(LIMITS.horizonMs, (LIMITS.extensions + 1) * extensionStep(state));
}

/** What one press adds. */
export function extensionStep(state: Pick<Timed, "lifetimeMs">): number {
  return Math.max(state.lifetimeMs, LIMITS.extensionMinMs);
}

/** Beyond this lifetime a time limit needs no extension (WCAG 2.2.1). */
export function isExtendable(state: Pick<Timed, "lifetimeMs">): boolean {
  return state.lifetimeMs <= LIMITS.extendableLifetimeMs;
}

export function canExtend(state: Timed, now: number): boolean {
  const phase = phaseOf(state, now);
  return (phase === "waiting" || phase === "lapsed") && deadlineOf(state) < horizonOf(state);
}

/** The next moment at which time alone changes the phase; null when it never will. */
export function nextBoundary(state: Timed, now: number): number | null {
  const phase = phaseOf(state, now);
  if (phase === "waiting") return deadlineOf(state);
  return phase === "lapsed" ? horizonOf(state) : null;
}

/** A lapsed link is still waiting to the agent: the person may ask for more time. */
export function publicState(phase: Phase): PublicState {
  return phase === "lapsed" ? "waiting" : phase;
}
