import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { headersForPages } from "@/lib/front/forwarded";

function from(headers: Record<string, string>, trustedProxies = 0) {
  const request = { headers, socket: { remoteAddress: "203.0.113.9" } };
  return headersForPages(request as unknown as IncomingMessage, trustedProxies);
}

describe("headersForPages", () => {
  it("says who is really there", () => {
    expect(from({ host: "sess.example", accept: "text/html" })).toEqual({
      host: "sess.example",
      accept: "text/html",
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "http",
      "x-forwarded-host": "sess.example",
    });
  });

  it("drops what a client says about itself", () => {
    const claims = {
      "x-forwarded-for": "10.0.0.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "evil.example",
      "x-forwarded-port": "1",
      "x-real-ip": "10.0.0.1",
      forwarded: "for=10.0.0.1",
    };
    expect(from({ host: "sess.example", ...claims })).toEqual(from({ host: "sess.example" }));
  });

  it("believes a proxy of ours, and adds who it was", () => {
    const told = {
      host: "inside",
      "x-forwarded-for": "198.51.100.2",
      "x-forwarded-proto": "https,http",
      "x-forwarded-host": "ask.example",
    };
    expect(from(told, 1)).toEqual({
      host: "inside",
      "x-forwarded-for": "198.51.100.2, 203.0.113.9",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "ask.example",
    });
  });

  it("keeps the headers of this hop to itself, those that Connection names too", () => {
    const hop = { connection: "keep-alive, X-Private", "x-private": "1", "keep-alive": "timeout=5", te: "trailers" };
    const inner = { "transfer-encoding": "chunked", upgrade: "h2c", "x-middleware-subrequest": "middleware" };
    expect(from({ host: "h", ...hop, ...inner })).toEqual(from({ host: "h" }));
  });
});
