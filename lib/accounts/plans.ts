import { LIMITS } from "@sess.si/protocol";

const DAY = 24 * 3_600_000;

/** What a workspace may use. */
export interface Plan {
  maxLifetimeMs: number;
  /** How many interactions may wait for an answer at once; null is any number. */
  maxOpen: number | null;
  /** Calls of one API key; null is any number. */
  requestsPerMinute: number | null;
  /** How long a finished interaction is kept, with its answers and receipts. */
  keepFinishedMs: number;
  keepAuditMs: number;
}

/** Everything a plan limits, in one place. */
export const PLANS = {
  embedded: {
    maxLifetimeMs: LIMITS.lifetimeMaxMs,
    maxOpen: null,
    requestsPerMinute: null,
    keepFinishedMs: 365 * DAY,
    keepAuditMs: 730 * DAY,
  },
  free: {
    maxLifetimeMs: 7 * DAY,
    maxOpen: 25,
    requestsPerMinute: 120,
    keepFinishedMs: 30 * DAY,
    keepAuditMs: 90 * DAY,
  },
} as const satisfies Record<string, Plan>;

/** The name that a workspace carries. */
export type PlanName = keyof typeof PLANS;

/** A plan's row by the name that a workspace carries. */
export function planOf(name: string): Plan {
  return PLANS[planNamed(name)];
}

/** Its name again, typed. Throws for a plan that another version made. */
export function planNamed(name: string): PlanName {
  if (isPlanName(name)) return name;
  throw new Error(`A workspace has the plan "${name}", which this version does not know`);
}

function isPlanName(name: string): name is PlanName {
  return Object.hasOwn(PLANS, name);
}
