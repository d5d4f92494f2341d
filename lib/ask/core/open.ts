import { LIMITS, ProtocolError } from "@sess.si/protocol";

/** How long a new link takes answers, ms; the plan sets the ceiling. */
export function openLifetime(expiresIn: number | undefined, maxLifetimeMs: number): number {
  if (expiresIn === undefined) return Math.min(LIMITS.lifetimeDefaultMs, maxLifetimeMs);
  const lifetimeMs = expiresIn * 1000;
  if (lifetimeMs < LIMITS.lifetimeMinMs)
    throw outOfRange(`at least ${LIMITS.lifetimeMinMs / 1000}`, LIMITS.lifetimeMinMs);
  if (lifetimeMs > maxLifetimeMs) throw outOfRange(`at most ${maxLifetimeMs / 1000}`, maxLifetimeMs);
  return lifetimeMs;
}

function outOfRange(bound: string, limitMs: number): ProtocolError {
  return new ProtocolError("invalid_arguments", `/expires_in must be ${bound} seconds.`, {
    field: "/expires_in",
    limit: limitMs / 1000,
  });
}
