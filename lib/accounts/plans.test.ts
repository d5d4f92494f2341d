import { planNamed, planOf, PLANS } from "@/lib/accounts/plans";
import { LIMITS } from "@sess.si/protocol";
import { expect, test } from "vitest";

const DAY = 24 * 3_600_000;

test("the embedded default allows 30 days and limits nothing else", () => {
  expect(PLANS.embedded).toMatchObject({ maxLifetimeMs: LIMITS.lifetimeMaxMs, maxOpen: null, requestsPerMinute: null });
});

test("no plan forgets what can still change, or a key that may still be repeated", () => {
  for (const plan of Object.values(PLANS)) {
    expect(plan.keepFinishedMs).toBeGreaterThanOrEqual(Math.max(plan.maxLifetimeMs, LIMITS.idempotencyMs + DAY));
    expect(plan.keepAuditMs).toBeGreaterThanOrEqual(plan.keepFinishedMs);
  }
});

test("an unknown plan is a fault, not a free ride", () => {
  expect(planOf("free")).toBe(PLANS.free);
  expect(() => planNamed("toString")).toThrow(/"toString"/);
});
