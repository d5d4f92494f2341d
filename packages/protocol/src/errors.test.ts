import { describe, expect, it } from "vitest";
import { ERRORS, errorEnvelope, isProtocolError, ProtocolError, type ErrorCode } from "./errors.js";
import { BLOCKING_CLASSES, MCP_ERRORS } from "./mcp-errors.js";
import { ErrorEnvelope } from "./wire/error-envelope.js";

describe("the table of errors", () => {
  it.each<[ErrorCode, number, boolean]>([
    ["invalid_arguments", 400, false],
    ["unauthorized", 401, false],
    ["insufficient_scope", 403, false],
    ["plan_limit_reached", 403, false],
    ["not_found", 404, false],
    ["method_not_allowed", 405, false],
    ["request_timeout", 408, true],
    ["invalid_state", 409, false],
    ["response_mismatch", 409, false],
    ["revision_mismatch", 412, false],
    ["payload_too_large", 413, false],
    ["unsupported_media_type", 415, false],
    ["idempotency_mismatch", 422, false],
    ["precondition_required", 428, false],
    ["rate_limited", 429, true],
    ["internal", 500, true],
    ["unavailable", 503, true],
    ["relay_unavailable", 503, true],
  ])("%s is %i", (code, status, retryable) => {
    expect(ERRORS[code]).toEqual({ status, retryable });
    const error = new ProtocolError(code, "No.");
    expect([error.status, error.retryable]).toEqual([status, retryable]);
  });

  it("has 18 codes", () => {
    expect(Object.keys(ERRORS)).toHaveLength(18);
  });
});

describe("an error of the contract", () => {
  it("is known by its name and code, not by its class", () => {
    expect(isProtocolError(new ProtocolError("not_found", "No."))).toBe(true);
    // What another copy of the module would have thrown.
    expect(isProtocolError(Object.assign(new Error("No."), { name: "ProtocolError", code: "not_found" }))).toBe(true);
    const others = [
      null,
      undefined,
      "not_found",
      new Error("No."),
      { code: "not_found" },
      Object.assign(new Error("No."), { code: "ENOENT" }),
    ];
    for (const other of others) expect(isProtocolError(other)).toBe(false);
    for (const code of ["toString", "NOT_FOUND", 404])
      expect(isProtocolError({ name: "ProtocolError", code })).toBe(false);
  });

  it("shows no more than its envelope", () => {
    const detail = { field: "/title", limit: 80, length: 81, retryAfter: 3, details: { secret: 1 } };
    const envelope = errorEnvelope(new ProtocolError("invalid_arguments", "Too long.", detail));
    expect(envelope).toEqual({
      error: {
        code: "invalid_arguments",
        message: "Too long.",
        retryable: false,
        field: "/title",
        limit: 80,
        length: 81,
      },
    });
    expect(ErrorEnvelope.parse(envelope)).toEqual(envelope);
    expect(errorEnvelope(new ProtocolError("unavailable", "Later."))).toEqual({
      error: { code: "unavailable", message: "Later.", retryable: true },
    });
    expect(
      errorEnvelope(new ProtocolError("invalid_arguments", "No.", { field: "", limit: 0, length: 0 })).error,
    ).toMatchObject({
      field: "",
      limit: 0,
      length: 0,
    });
  });

  it("may have a status of its own where one code has two", () => {
    expect(new ProtocolError("revision_mismatch", "Stale.", { status: 409 }).status).toBe(409);
  });

  it("is an Error with its message and name", () => {
    const error = new ProtocolError("not_found", "No.");
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe("ProtocolError: No.");
    expect(Object.keys(error)).not.toContain("field");
  });
});

describe("the codes of the tools", () => {
  it("have a class each", () => {
    expect(Object.fromEntries(Object.entries(MCP_ERRORS).map(([code, { class: kind }]) => [code, kind]))).toEqual({
      INVALID_ARGUMENTS: "invalid_arguments",
      HANDLE_NOT_FOUND: "not_found",
      BINDING_MISMATCH: "not_found",
      REVISION_MISMATCH: "conflict",
      RESPONSE_MISMATCH: "conflict",
      PENDING_MUTATION_DIFFERS: "conflict",
      MUTATION_PENDING: "conflict",
      INVALID_STATE: "conflict",
      CREATE_REJECTED: "create_rejected",
      PLAN_LIMIT_REACHED: "create_rejected",
      CREATE_OUTCOME_UNKNOWN: "create_unknown",
      CREATED_NOT_SAVED: "created_not_saved",
      OUTCOME_UNKNOWN: "outcome_unknown",
      MUTATION_REJECTED: "mutation_rejected",
      VERIFICATION_FAILED: "verification_failed",
      RECOVERY_BLOCKED: "blocked",
      SESS_UNAVAILABLE: "unavailable",
      NOT_CONFIGURED: "configuration",
      SESS_PROTOCOL_ERROR: "configuration",
      STATE_STORE_ERROR: "store",
      STATE_STORE_FULL: "store",
    });
  });

  it("may be repeated only where nothing changed, or the same call settles it", () => {
    const retryable = Object.entries(MCP_ERRORS).filter(([, { retryable: is }]) => is !== false);
    expect(retryable.map(([code]) => code)).toEqual(["OUTCOME_UNKNOWN", "SESS_UNAVAILABLE", "STATE_STORE_ERROR"]);
    expect(BLOCKING_CLASSES).toEqual(["mutation_rejected", "verification_failed", "blocked"]);
  });
});
