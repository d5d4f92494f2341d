import { clientAddress } from "@/lib/http/client-address";
import { describe, expect, it } from "vitest";

const from = (peer: string | undefined, forwarded: string | null, trusted: number) =>
  clientAddress(
    new Headers(forwarded === null ? {} : { "x-forwarded-for": forwarded }),
    { incoming: { socket: { remoteAddress: peer } } },
    trusted,
  );

describe("which address a limit is counted by", () => {
  it.each([
    ["nobody's header is believed unless told so", "192.0.2.1", "203.0.113.9", 0, "192.0.2.1"],
    ["one proxy: what it appended", "10.0.0.1", "203.0.113.9", 1, "203.0.113.9"],
    ["one proxy: what the client invented stands further left", "10.0.0.1", "1.1.1.1, 203.0.113.9", 1, "203.0.113.9"],
    ["two proxies", "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
    ["fewer entries than proxies", "10.0.0.1", "203.0.113.9", 3, "203.0.113.9"],
    ["no header behind a proxy", "10.0.0.1", null, 1, "10.0.0.1"],
    ["an empty header", "10.0.0.1", "", 1, "10.0.0.1"],
    ["IPv4 in IPv6", "::ffff:192.0.2.1", null, 0, "192.0.2.1"],
    ["IPv4 with a port", "10.0.0.1", "203.0.113.9:4711", 1, "203.0.113.9"],
    ["IPv6 counts by its /64", "2001:db8:1:2:3:4:5:6", null, 0, "2001:db8:1:2"],
    ["IPv6 shortened", "2001:db8::6", null, 0, "2001:db8:0:0"],
    ["IPv6 with a port", "10.0.0.1", "[2001:db8:1:2::9]:443", 1, "2001:db8:1:2"],
    ["loopback", "::1", null, 0, "0:0:0:0"],
    ["no socket", undefined, null, 0, "unknown"],
  ])("%s", (_, peer, forwarded, trusted, expected) => {
    expect(from(peer, forwarded, trusted)).toBe(expected);
  });

  it("bounds what a header can put into memory", () => {
    expect(from("10.0.0.1", "x".repeat(10_000), 1).length).toBeLessThanOrEqual(64);
    expect(from("10.0.0.1", `${"a".repeat(9_000)}:b:c:d:e`, 1).length).toBeLessThanOrEqual(64);
  });
});
