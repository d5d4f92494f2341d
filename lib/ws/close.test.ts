import { endingOf, endingOfRefusal } from "@/lib/ws/close";
import { RELAY_CLOSE_CODES, RELAY_ERRORS, type RelayErrorCode } from "@sess.si/protocol";
import { expect, it } from "vitest";

it("names its reason", () => {
  expect(endingOf("removed")).toEqual({ code: 4410, reason: "removed" });
});

it.each([
  ["unauthorized", 4401],
  ["permission_denied", 4403],
  ["participant_evicted", 4403],
  ["session_not_found", 4404],
  ["participant_removed", 4410],
  ["rate_limited", 4429],
  ["validation_error", 4400],
  ["persistence_failed", 1012],
  ["internal", 1012],
] as const)("%s ends with %i", (code, expected) => {
  expect(endingOfRefusal(code)).toEqual({ code: expected, reason: code });
});

it("brings a client back only for what it may come back for (D-91)", () => {
  const codes = Object.keys(RELAY_ERRORS) as RelayErrorCode[];
  const returning = new Set<number>(
    Object.values(RELAY_CLOSE_CODES).flatMap(({ code, reconnect }) => (reconnect ? [code] : [])),
  );
  const final = [
    "unauthorized",
    "permission_denied",
    "session_not_found",
    "participant_removed",
    "participant_evicted",
  ];
  for (const code of codes.filter((each) => final.includes(each)))
    expect(returning.has(endingOfRefusal(code).code), code).toBe(false);
});
