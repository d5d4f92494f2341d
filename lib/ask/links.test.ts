import { createLinkKey } from "@/lib/ask/links";
import { serverSecret } from "@/lib/server-secret";
import { describe, expect, test } from "vitest";

const links = createLinkKey(serverSecret("a secret of thirty-two characters or more"));
const others = createLinkKey(serverSecret("another secret of thirty-two characters"));

describe("link secrets", () => {
  test("are the same for the same id, differ between ids and servers, and hold 192 bits", () => {
    expect(links.secretOf("int_a")).toBe(links.secretOf("int_a"));
    expect(links.secretOf("int_a")).not.toBe(links.secretOf("int_b"));
    expect(links.secretOf("int_a")).not.toBe(others.secretOf("int_a"));
    expect(links.secretOf("int_a")).toMatch(/^[\w-]{32}$/);
  });

  test("are known to the store by digest only", () => {
    expect(links.digest("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
  });
});

describe("nonces", () => {
  const form = { interactionId: "int_Ab-_9", revision: 12, servedAt: 1_760_000_000_123, deadline: 1_760_003_600_456 };

  test("say which form they came with", () => {
    expect(links.readNonce(links.mintNonce(form))).toEqual(form);
  });

  test("differ between two forms of the same moment", () => {
    expect(links.mintNonce(form)).not.toBe(links.mintNonce(form));
  });

  test("of another server, altered or made up are refused", () => {
    const nonce = links.mintNonce(form);
    const later = nonce.replace("1760000000123", "1760000000124");
    for (const wrong of [
      others.mintNonce(form),
      later,
      nonce.slice(0, -1),
      `${nonce}A`,
      "",
      "a.1.2.3.b.c",
      nonce.replace(".12.", ".13."),
      nonce.replace("3600456", "3600457"),
    ]) {
      expect(links.readNonce(wrong)).toBeNull();
    }
  });
});
