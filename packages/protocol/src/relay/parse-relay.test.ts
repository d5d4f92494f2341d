import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { SendCommandRequest } from "./commands.js";
import { CreateSessionRequest } from "./create-session.js";
import { isRelayError } from "./errors.js";
import { WaitRequest } from "./inbox.js";
import { PostNoteRequest, ReplyToNoteRequest } from "./notes.js";
import { parseRelay } from "./parse-relay.js";
import { JoinRequest, UpdateSelfRequest } from "./participants.js";
import { UpdatePurposeRequest } from "./session.js";

function refusalOf(schema: z.ZodType, body: unknown): { code: string; field: unknown } {
  try {
    parseRelay(schema, body);
  } catch (error) {
    if (!isRelayError(error)) throw error;
    return { code: error.code, field: error.details?.["field"] };
  }
  throw new Error("It was accepted.");
}

describe("a relay body is refused with its code and place", () => {
  it.each([
    [SendCommandRequest, { dispatch: "all", target: {} }, "validation_error", "/target"],
    [SendCommandRequest, { dispatch: "any", target: { role: "" } }, "validation_error", "/target"],
    [SendCommandRequest, { dispatch: "specific", target: {} }, "validation_error", "/target"],
    [SendCommandRequest, { dispatch: "specific", target: { participant_ids: [] } }, "validation_error", "/target"],
    [
      SendCommandRequest,
      { dispatch: "specific", target: { participant_ids: ["p"], role: "r" } },
      "invalid_dispatch_filters",
      "/target",
    ],
    [
      SendCommandRequest,
      { dispatch: "all", target: { participant_ids: ["p"], role: "r" } },
      "invalid_dispatch_filters",
      "/target",
    ],
    [
      SendCommandRequest,
      { dispatch: "any", target: { participant_ids: ["p"] } },
      "invalid_dispatch_filters",
      "/target",
    ],
    [SendCommandRequest, { dispatch: "each", target: {} }, "validation_error", "/dispatch"],
    [SendCommandRequest, { dispatch: "all" }, "validation_error", "/target"],
    [
      SendCommandRequest,
      { dispatch: "all", target: { role: "r" }, command_id: "a b" },
      "validation_error",
      "/command_id",
    ],
    [
      SendCommandRequest,
      { dispatch: "all", target: { role: "r" }, timeout_seconds: 0 },
      "validation_error",
      "/timeout_seconds",
    ],
    [CreateSessionRequest, { config: { colour: 1 } }, "invalid_config", "/config/colour"],
    [CreateSessionRequest, { config: { max_participants: 0 } }, "invalid_config", "/config/max_participants"],
    [CreateSessionRequest, { purpose: "text" }, "invalid_config", "/purpose"],
    [CreateSessionRequest, { purpose: [] }, "invalid_config", "/purpose"],
    [CreateSessionRequest, { persistence: { mode: "ttl" } }, "invalid_config", "/persistence/ttl_seconds"],
    [CreateSessionRequest, { persistence: { mode: "for ever" } }, "invalid_config", "/persistence/mode"],
    [CreateSessionRequest, { creator_id: 1 }, "validation_error", "/creator_id"],
    [CreateSessionRequest, [], "validation_error", ""],
    [UpdatePurposeRequest, {}, "invalid_config", "/purpose"],
    [UpdateSelfRequest, {}, "validation_error", ""],
    [UpdateSelfRequest, { metadata: [] }, "validation_error", "/metadata"],
    [JoinRequest, { capabilities: "respond" }, "validation_error", "/capabilities"],
    [WaitRequest, { timeout_seconds: -1 }, "validation_error", "/timeout_seconds"],
    [WaitRequest, { timeout_seconds: Number.NaN }, "validation_error", "/timeout_seconds"],
    [WaitRequest, { names: [1] }, "validation_error", "/names/0"],
    [PostNoteRequest, { kind: "undo", target: "all" }, "validation_error", "/message"],
    [PostNoteRequest, { kind: "note", target: "all", message: " " }, "validation_error", "/message"],
    [PostNoteRequest, { kind: "stop", target: "all" }, "validation_error", "/kind"],
    [ReplyToNoteRequest, { message: "" }, "validation_error", "/message"],
    [ReplyToNoteRequest, { message: "m", outcome: {} }, "validation_error", "/outcome/status"],
  ])("case %#", (schema, body, code, field) => {
    expect(refusalOf(schema, body)).toEqual({ code, field });
  });
});

describe("a relay body is accepted", () => {
  it.each([
    [CreateSessionRequest, {}],
    [CreateSessionRequest, { purpose: null, persistence: null, config: null, creator_id: null, more: 1 }],
    [CreateSessionRequest, { purpose: { kind: "x", free: [1] }, persistence: { mode: "ttl", ttl_seconds: 86_400 } }],
    [SendCommandRequest, { dispatch: "specific", target: { participant_ids: ["p"] }, payload: null, more: 1 }],
    [SendCommandRequest, { dispatch: "any", target: { role: "r", capability: "c" }, timeout_seconds: 0.5 }],
    [WaitRequest, {}],
    [WaitRequest, { names: [], timeout_seconds: 0, last_acked_seq: Number.MAX_SAFE_INTEGER }],
    [WaitRequest, { last_acked_seq: -1 }],
    [JoinRequest, {}],
    [JoinRequest, { role: null, capabilities: null, metadata: null, delivery_mode: "push" }],
    [UpdateSelfRequest, { role: null }],
    [PostNoteRequest, { kind: "halt", target: "all" }],
    [PostNoteRequest, { kind: "undo", target: "p-1", message: "[all]" }],
  ])("case %#", (schema, body) => {
    expect(() => parseRelay(schema, body)).not.toThrow();
  });
});
