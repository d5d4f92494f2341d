import { describe, expect, it } from "vitest";
import { ERRORS } from "../errors.js";
import { isRelayError, RELAY_ERRORS, RelayError, type RelayErrorCode, relayErrorEnvelope } from "./errors.js";

const CODES = Object.keys(RELAY_ERRORS) as RelayErrorCode[];

describe("the relay's errors", () => {
  it.each(CODES.filter((code) => Object.hasOwn(ERRORS, code)))("%s means the same in both halves", (code) => {
    expect(RELAY_ERRORS[code]).toEqual(ERRORS[code as keyof typeof ERRORS]);
  });

  it.each(CODES)("%s makes an envelope", (code) => {
    const error = new RelayError(code, "Because.", { limit: 3 });
    expect(error.status).toBe(RELAY_ERRORS[code].status);
    expect(relayErrorEnvelope(error)).toEqual({
      error: { code, message: "Because.", retryable: RELAY_ERRORS[code].retryable, details: { limit: 3 } },
    });
  });

  it.each([
    ["store", true],
    ["disabled", false],
    ["quota", false],
  ])("persistence_failed for the reason %s is retryable: %s", (reason, retryable) => {
    expect(new RelayError("persistence_failed", "No.", { reason }).retryable).toBe(retryable);
    expect(relayErrorEnvelope(new RelayError("persistence_failed", "No.", { reason })).error.retryable).toBe(retryable);
  });

  it("are known across copies of the module, and nothing else is", () => {
    expect(isRelayError({ name: "RelayError", code: "session_full" })).toBe(true);
    expect(isRelayError({ name: "RelayError", code: "toString" })).toBe(false);
    expect(isRelayError(new Error("session_full"))).toBe(false);
    expect(isRelayError(null)).toBe(false);
  });
});
