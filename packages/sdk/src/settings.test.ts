import { describe, expect, test } from "vitest";
import { SessClient, type SessClientOptions } from "./index.js";
import { readSettings } from "./settings.js";

const GOOD = { apiKey: "sess_sk_abc", origin: "https://sess.example" };

describe("an option that cannot be right", () => {
  const cases: [string, Record<string, unknown>][] = [
    ["/apiKey", { apiKey: undefined }],
    ["/apiKey", { apiKey: "" }],
    ["/apiKey", { apiKey: "sess_sk_abc\n" }],
    ["/apiKey", { apiKey: "sess_sk_ab c" }],
    ["/apiKey", { apiKey: 42 }],
    ["/origin", { origin: undefined }],
    ["/origin", { origin: "sess.example" }],
    ["/origin", { origin: "https://sess.example/v1" }],
    ["/origin", { origin: "https://sess.example/?a=1" }],
    ["/origin", { origin: "https://sess.example/#a" }],
    ["/origin", { origin: "https://user:secret@sess.example" }],
    ["/origin", { origin: "http://sess.example" }],
    ["/origin", { origin: "http://localhost.example" }],
    ["/origin", { origin: "ftp://sess.example" }],
    ["/origin", { origin: "ftp://localhost", allowInsecure: true }],
    ["/receiptIssuer", { receiptIssuer: "nobody" }],
    ["/fetch", { fetch: "fetch" }],
    ["/expectedWorkspaceId", { expectedWorkspaceId: "" }],
    ["/timeoutMs", { timeoutMs: 0 }],
    ["/timeoutMs", { timeoutMs: Number.NaN }],
    ["/timeoutMs", { timeoutMs: 600_001 }],
  ];

  test.each(cases)("%s in %j is refused before anything is sent", (field, options) => {
    const make = () => new SessClient({ ...GOOD, ...options } as SessClientOptions);
    expect(make).toThrow(
      expect.objectContaining({
        kind: "configuration",
        code: "invalid_option",
        outcome: "not_sent",
        retryable: false,
        field,
      }),
    );
  });

  test("no options at all is refused in the same way", () => {
    expect(() => new SessClient(undefined as never)).toThrow(expect.objectContaining({ kind: "configuration" }));
  });

  test("a key with a line break is not quoted", () => {
    try {
      readSettings({ ...GOOD, apiKey: "sess_sk_topsecret\n" });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain("topsecret");
    }
  });
});

test("http is for this machine, or for whoever says so", () => {
  for (const origin of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
    expect(readSettings({ ...GOOD, origin }).origin).toBe(origin);
  }
  expect(readSettings({ ...GOOD, origin: "http://10.0.0.7:3000", allowInsecure: true }).origin).toBe(
    "http://10.0.0.7:3000",
  );
});

test("receipts must come from the origin; a server on this machine calls itself localhost", () => {
  expect(readSettings(GOOD).receiptIssuers).toEqual(["https://sess.example"]);
  expect(readSettings({ ...GOOD, origin: "http://127.0.0.1:3000" }).receiptIssuers).toEqual([
    "http://127.0.0.1:3000",
    "http://localhost:3000",
  ]);
  expect(readSettings({ ...GOOD, receiptIssuer: "https://issuer.example/" }).receiptIssuers).toEqual([
    "https://issuer.example",
  ]);
});
