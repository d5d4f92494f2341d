import { isSocketPath, readHandshake } from "@/lib/ws/handshake";
import { describe, expect, it } from "vitest";

const EVENTS = "/v1/sessions/sid/participants/me/events";

describe("the path of a socket", () => {
  it.each([
    [EVENTS, true],
    ["/v1/sessions/sid/firehose", true],
    ["/v1/sessions/sid/participants/you/events", false],
    ["/v1/sessions/sid/events", false],
    ["/v1/sessions//firehose", false],
    ["/v1/sessions/sid/constructor", false],
    ["/v1/sessions/sid/firehose/", false],
    ["/_next/hmr", false],
  ])("%s: %s", (path, expected) => {
    expect(isSocketPath(path)).toBe(expected);
  });
});

describe("who asks for a socket (D-09)", () => {
  it.each([
    ["a header", EVENTS, { authorization: "Bearer swp_h" }, { bearer: "swp_h" }],
    ["the query", `${EVENTS}?token=swp_q`, {}, { bearer: "swp_q" }],
    ["a subprotocol", EVENTS, { "sec-websocket-protocol": "sessionweave.v1, bearer.swp_p" }, { bearer: "swp_p" }],
    ["a ticket", EVENTS, { "sec-websocket-protocol": "sessionweave.v1,ticket.t-1" }, { ticket: "t-1" }],
    ["a header before the query", `${EVENTS}?token=q`, { authorization: "Bearer h" }, { bearer: "h" }],
    ["nothing", EVENTS, {}, { bearer: undefined }],
    ["another scheme", EVENTS, { authorization: "Basic eDp5" }, { bearer: undefined }],
  ])("%s", (_, url, headers, credential) => {
    expect(readHandshake({ url, headers })?.credential).toEqual(credential);
  });

  it("is greeted if it speaks the subprotocol", () => {
    const spoken = { "sec-websocket-protocol": "bearer.x, sessionweave.v1" };
    expect(readHandshake({ url: EVENTS, headers: spoken })?.isGreeted).toBe(true);
    expect(readHandshake({ url: EVENTS, headers: { "sec-websocket-protocol": "bearer.x" } })?.isGreeted).toBe(false);
  });
});

it.each(["http://a:99999", "http://[", "http://", "http://elsewhere.example"])("an address on %s is read", (host) => {
  expect(readHandshake({ url: `${host}${EVENTS}?token=swp_q`, headers: {} })?.credential).toEqual({ bearer: "swp_q" });
});

describe("the cursor", () => {
  it.each([
    [EVENTS, null],
    [`${EVENTS}?last_acked_seq=`, null],
    [`${EVENTS}?last_acked_seq=7`, 7],
    [`${EVENTS}?last_acked_seq=-1`, -1],
    [`${EVENTS}?last_acked_seq=9007199254740991`, Number.MAX_SAFE_INTEGER],
    [`${EVENTS}?last_acked_seq=1e3`, Number.NaN],
    [`${EVENTS}?last_acked_seq=seven`, Number.NaN],
    [`${EVENTS}?after_seq=7`, null],
    ["/v1/sessions/sid/firehose?after_seq=7", 7],
  ])("of %s is %s", (url, cursor) => {
    expect(readHandshake({ url, headers: {} })?.cursor).toBe(cursor);
  });
});
