import { describe, expect, it } from "vitest";
import { readRelayLimits, RELAY_LIMIT_NAMES, RELAY_LIMITS, relayLimitVariable } from "./limits.js";

describe("the relay's limits", () => {
  it("carry the stock values that clients rely on", () => {
    expect(RELAY_LIMITS).toMatchObject({
      offline_grace_seconds: 300,
      idle_ttl_seconds: 1800,
      max_buffer_bytes_per_session: 52_428_800,
      max_pending_notifications_per_participant: 1000,
      max_purpose_bytes: 16_384,
      max_feedback_bytes: 4096,
      default_wait_seconds: 60,
      max_wait_seconds: 600,
      max_wait_seconds_mcp: 20,
      max_payload_bytes: 262_144,
      max_participants: 16,
      default_command_timeout_seconds: 60,
      max_command_timeout_seconds: 300,
      mcp_session_idle_timeout: 1800,
      min_persistence_ttl_seconds: 3600,
      max_persistence_ttl_seconds: 7_776_000,
    });
  });

  it.each(RELAY_LIMIT_NAMES)("%s is set by its own variable", (name) => {
    const variable = relayLimitVariable(name);
    expect(readRelayLimits({ [variable]: "7" })).toEqual({ ...RELAY_LIMITS, [name]: 7 });
  });

  it("names a variable as an operator knows it", () => {
    expect(relayLimitVariable("mcp_session_idle_timeout")).toBe("SW_MCP_SESSION_IDLE_TIMEOUT");
    expect(relayLimitVariable("max_wait_seconds")).toBe("SW_MAX_WAIT_SECONDS");
  });

  it.each(["-1", "1.5", "ten", "0x10", "1e3", "9007199254740993"])("refuses %s with the variable's name", (text) => {
    expect(() => readRelayLimits({ SW_MAX_PARTICIPANTS: text })).toThrow(/SW_MAX_PARTICIPANTS/);
  });

  it("takes 0 only where it has a meaning", () => {
    expect(() => readRelayLimits({ SW_MAX_WAITS: "0" })).toThrow(/SW_MAX_WAITS/);
    expect(readRelayLimits({ SW_REST_STALE_SECONDS: "0" }).rest_stale_seconds).toBe(0);
  });
});
