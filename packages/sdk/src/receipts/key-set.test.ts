import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { doubt } from "../../testing/failure.js";
import { createIssuer, type Issuer } from "../../testing/issuer.js";
import { API_KEY, refused } from "../../testing/replies.js";
import { scriptedServer, type Scripted, type Step } from "../../testing/scripted-server.js";
import { testClock, type TestClock } from "../../testing/test-clock.js";
import { readSettings } from "../settings.js";
import { createKeySet, type KeySet } from "./key-set.js";

let server: Scripted | undefined;
let old: Issuer;
let fresh: Issuer;
let clock: TestClock;
beforeEach(async () => {
  [old, fresh] = [await createIssuer("old"), await createIssuer("fresh")];
  clock = testClock();
});
afterEach(() => server?.stop());

async function start(...steps: Step[]): Promise<KeySet> {
  server = await scriptedServer(...steps);
  return createKeySet(readSettings({ apiKey: API_KEY, origin: server.origin, clock }));
}

const keys = (...issuers: Issuer[]): Step => ({ json: { keys: issuers.map(({ jwk }) => jwk) } });

test("the set is read once, without the API key, and kept", async () => {
  const keySet = await start(keys(old, fresh));
  await keySet.find("old");
  await keySet.find("fresh");
  expect(server!.seen.map(({ path, headers }) => [path, headers["authorization"]])).toEqual([
    ["/.well-known/jwks.json", undefined],
  ]);
});

test("two that ask at once share one read", async () => {
  const keySet = await start(keys(old));
  await Promise.all([keySet.find("old"), keySet.find("old")]);
  expect(server!.seen).toHaveLength(1);
});

test("a read that takes longer than the pause is waited for, not doubled", async () => {
  let publish: (step: Step) => void = () => {};
  const slow = new Promise<Step>((resolve) => (publish = resolve));
  const keySet = await start(() => slow);
  const first = keySet.find("old");
  clock.pass(10_000);
  const second = keySet.find("old");
  publish(keys(old));
  expect(await second).toBe(await first);
  expect(server!.seen).toHaveLength(1);
});

test("two whose slow read did not have their key share the next one", async () => {
  let publish: (step: Step) => void = () => {};
  const slow = new Promise<Step>((resolve) => (publish = resolve));
  const keySet = await start(() => slow, keys(old, fresh));
  const first = keySet.find("old");
  clock.pass(10_000);
  const later = [keySet.find("fresh"), keySet.find("fresh")];
  publish(keys(old));
  await Promise.all([first, ...later]);
  expect(server!.seen).toHaveLength(2);
});

describe("a rotation", () => {
  test("more than ten seconds after the last read is followed by a read", async () => {
    const keySet = await start(keys(old), keys(old, fresh));
    await keySet.find("old");
    clock.pass(10_000);
    await keySet.find("fresh");
    await keySet.find("old");
    expect(server!.seen).toHaveLength(2);
  });

  test("within ten seconds of the last read makes the answer wait, not fail", async () => {
    const keySet = await start(keys(old), keys(old, fresh));
    await keySet.find("old");
    clock.pass(9_999);
    expect(await doubt(keySet.find("fresh"))).toMatchObject({ code: "KEY_SET_UNAVAILABLE", retryable: true });
    expect(server!.seen).toHaveLength(1);
    clock.pass(1);
    await keySet.find("fresh");
  });

  test("known keys go on verifying during the pause", async () => {
    const keySet = await start(keys(old));
    await keySet.find("old");
    await doubt(keySet.find("fresh"));
    await keySet.find("old");
  });
});

test("a key that a fresh set does not have is unknown", async () => {
  const keySet = await start(keys(old));
  expect(await doubt(keySet.find("never"))).toMatchObject({ code: "UNKNOWN_KEY_ID", retryable: false });
  expect(await doubt(keySet.find("never"))).toMatchObject({ code: "KEY_SET_UNAVAILABLE" });
  clock.pass(10_000);
  expect(await doubt(keySet.find("never"))).toMatchObject({ code: "UNKNOWN_KEY_ID" });
});

test("who joins a read that began before it cannot know that a key is unknown", async () => {
  const keySet = await start(keys(old));
  const [first, second] = await Promise.all([doubt(keySet.find("never")), doubt(keySet.find("never"))]);
  expect([first.code, second.code]).toEqual(["UNKNOWN_KEY_ID", "KEY_SET_UNAVAILABLE"]);
});

describe("a set that cannot be read", () => {
  const cases: [string, Step][] = [
    ["503", refused(503, "unavailable")],
    ["429", refused(429, "rate_limited", {}, { "retry-after": "20" })],
    ["404", refused(404, "not_found")],
    ["a cut connection", "cut"],
    ["no JSON", { text: "<h1>Hello</h1>" }],
    ["no keys", { json: { keys: "none" } }],
  ];
  test.each(cases)("for %s is unavailable, and is not asked for again for ten seconds", async (_, step) => {
    const keySet = await start(step);
    expect(await doubt(keySet.find("old"))).toMatchObject({ code: "KEY_SET_UNAVAILABLE", retryable: true });
    expect(server!.seen).toHaveLength(1);
    clock.pass(9_999);
    expect(await doubt(keySet.find("old"))).toMatchObject({ code: "KEY_SET_UNAVAILABLE" });
    expect(server!.seen).toHaveLength(1);
    expect(clock.pauses).toEqual([]);
  });

  test("at first is read later", async () => {
    const keySet = await start(refused(404, "not_found"), keys(old));
    await doubt(keySet.find("old"));
    clock.pass(10_000);
    await keySet.find("old");
  });
});

test("a key that is published no more stops counting after ten minutes", async () => {
  const keySet = await start(keys(old), keys(fresh));
  await keySet.find("old");
  clock.pass(600_000);
  expect(await doubt(keySet.find("old"))).toMatchObject({ code: "UNKNOWN_KEY_ID" });
});

describe("a set with other things in it", () => {
  const cases: [string, (jwk: Record<string, unknown>) => Record<string, unknown>][] = [
    ["another kind of key", (jwk) => ({ ...jwk, kty: "EC" })],
    ["another curve", (jwk) => ({ ...jwk, crv: "X25519" })],
    ["a key for encryption", (jwk) => ({ ...jwk, use: "enc" })],
    ["another algorithm", (jwk) => ({ ...jwk, alg: "ES256" })],
    ["a private key", (jwk) => ({ ...jwk, d: jwk["x"] })],
    ["a broken key", (jwk) => ({ ...jwk, x: "AA" })],
    ["a key without its value", (jwk) => ({ ...jwk, x: undefined })],
  ];
  test.each(cases)("ignores %s", async (_, spoil) => {
    const keySet = await start({ json: { keys: [spoil(old.jwk), fresh.jwk] } });
    expect(await doubt(keySet.find("old"))).toMatchObject({ code: "UNKNOWN_KEY_ID" });
    await keySet.find("fresh");
  });

  test("takes the first of two with one id", async () => {
    const twin = await createIssuer("old");
    const keySet = await start({ json: { keys: [old.jwk, twin.jwk] } });
    const key = await keySet.find("old");
    expect((await crypto.subtle.exportKey("jwk", key)).x).toBe(old.jwk["x"]);
  });
});
