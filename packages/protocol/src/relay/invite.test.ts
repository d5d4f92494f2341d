import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeInvite, parseInvite } from "./invite.js";

const sessionId = "abcdefghijklmnopqrstuv";
const joinToken = "swj_secret";

describe("invites", () => {
  it.each([
    [
      "https://relay.example",
      `https://relay.example/invite/${sessionId}?jt=${joinToken}`,
      `swvs://relay.example/${sessionId}?jt=${joinToken}`,
    ],
    [
      "http://127.0.0.1:3000",
      `http://127.0.0.1:3000/invite/${sessionId}?jt=${joinToken}`,
      `swv://127.0.0.1:3000/${sessionId}?jt=${joinToken}`,
    ],
    [
      "https://relay.example:8443/",
      `https://relay.example:8443/invite/${sessionId}?jt=${joinToken}`,
      `swvs://relay.example:8443/${sessionId}?jt=${joinToken}`,
    ],
    [
      "http://[::1]:3000",
      `http://[::1]:3000/invite/${sessionId}?jt=${joinToken}`,
      `swv://[::1]:3000/${sessionId}?jt=${joinToken}`,
    ],
  ])("of %s are written and read in both spellings", (publicUrl, url, link) => {
    expect(makeInvite(publicUrl, sessionId, joinToken)).toEqual({ invite_url: url, invite_link: link });
    const invite = { relayUrl: new URL(publicUrl).origin, sessionId, joinToken };
    expect(parseInvite(url)).toEqual(invite);
    expect(parseInvite(` ${link}\n`)).toEqual(invite);
  });

  it.each([
    "",
    "hello",
    sessionId,
    `https://relay.example/invite/${sessionId}`,
    `https://relay.example/invite/${sessionId}?jt=`,
    `https://relay.example/invite/?jt=${joinToken}`,
    `https://relay.example/${sessionId}?jt=${joinToken}`,
    `https://user:pw@relay.example/invite/${sessionId}?jt=${joinToken}`,
    `swvs:///${sessionId}?jt=${joinToken}`,
    `swvs://relay.example/a/b?jt=${joinToken}`,
    `ftp://relay.example/invite/${sessionId}?jt=${joinToken}`,
    `javascript://relay.example/invite/${sessionId}?jt=${joinToken}`,
    `https://relay.example/invite/%2e%2e?jt=${joinToken}`,
  ])("are not found in %j", (text) => {
    expect(parseInvite(text)).toBeNull();
  });

  it("survive any token", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), (token) => {
        const { invite_url, invite_link } = makeInvite("https://relay.example", sessionId, token);
        expect(parseInvite(invite_url)?.joinToken).toBe(token);
        expect(parseInvite(invite_link)?.joinToken).toBe(token);
      }),
    );
  });

  it("never throw", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
        expect(parseInvite(text)).toBeNull();
      }),
    );
  });
});
