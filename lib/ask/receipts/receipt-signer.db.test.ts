import { createReceiptSigner, rotationOf } from "@/lib/ask/receipts/receipt-signer";
import { rotateReceiptKeys } from "@/lib/ask/receipts/rotate-keys";
import { openWorld, sha256, type World } from "@/lib/ask/store/testing/world";
import { serverSecret } from "@/lib/server-secret";
import { ReceiptClaims } from "@sess.si/protocol";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";

const DAY = 24 * 3_600_000;
const secret = serverSecret("a secret of thirty-two characters or more");
const issuer = "https://sess.test";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const signer = (sql = world.sql, key = secret) => createReceiptSigner({ sql, secret: key, issuer });

function claims(issuedAt = Date.now()) {
  return {
    eventId: "evt_0000000001",
    interactionId: "int_0000000001",
    workspaceId: world.workspaceId,
    revision: 2,
    actionId: "approve",
    surfaceSha256: sha256("surface"),
    answerSha256: sha256("answer"),
    changed: ["message"],
    issuedAt,
  };
}

async function verify(receipt: string, from: { jwks(): Promise<unknown> }): Promise<unknown> {
  const { payload } = await compactVerify(receipt, createLocalJWKSet((await from.jwks()) as JSONWebKeySet));
  return JSON.parse(new TextDecoder().decode(payload));
}

async function signingFrom(): Promise<number[]> {
  const rows = await world.sql<{ days: number }[]>`
    select round(extract(epoch from greatest(signs_from, created_at) - clock_timestamp()) / 86400)::int as days
    from receipt_keys order by signs_from`;
  return rows.map((row) => row.days);
}

test("a receipt verifies with the published keys and states what was accepted", async () => {
  const receipts = signer();
  const receipt = await receipts.sign(claims(1_760_000_000_999));
  const { keys } = await receipts.jwks();
  expect(decodeProtectedHeader(receipt)).toEqual({ alg: "EdDSA", typ: "sess-receipt+jws", kid: keys[0]?.kid });
  const stated = await verify(receipt, receipts);
  expect(stated).toEqual({
    iss: issuer,
    iat: 1_760_000_000,
    jti: "evt_0000000001",
    sub: "int_0000000001",
    workspace: world.workspaceId,
    revision: 2,
    action: "approve",
    surface_sha256: sha256("surface"),
    answer_sha256: sha256("answer"),
    changed: ["message"],
    actor_assurance: "link_holder",
  });
  expect(ReceiptClaims.safeParse(stated).success).toBe(true);
});

test("the key set holds public halves only, and the table no private half that can be read", async () => {
  const { keys } = await signer().jwks();
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(Object.keys(key).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
  const rows = await world.sql`select * from receipt_keys`;
  expect(JSON.stringify(rows)).not.toContain('"d"');
});

test("processes that sign for the first time at once agree on the keys", async () => {
  const signers = [signer(), signer(world.another().sql), signer(world.another().sql)];
  const receipts = await Promise.all(signers.map((each) => each.sign(claims())));
  expect(new Set(receipts.map((receipt) => decodeProtectedHeader(receipt).kid)).size).toBe(1);
  for (const receipt of receipts) await verify(receipt, signers[0]!);
  expect(await signingFrom()).toEqual([0, 90]);
});

test("the next key is public a day before it signs, however late the rotation comes", async () => {
  const receipts = signer();
  const first = await receipts.sign(claims());
  await world.sql`update receipt_keys set signs_from = greatest(signs_from, created_at) - interval '300 days', created_at = created_at - interval '300 days'`;
  await rotateReceiptKeys(world.sql, secret, rotationOf());
  expect(await signingFrom()).toEqual([-300, -210, 1]);

  const restarted = signer();
  const second = await restarted.sign(claims());
  expect(decodeProtectedHeader(second).kid).not.toBe(decodeProtectedHeader(first).kid);
  await verify(first, restarted);
  await verify(second, restarted);
});

test("a running process moves to the next key by the clock, without being told", async () => {
  const receipts = signer();
  const now = await receipts.sign(claims());
  const later = await receipts.sign(claims(Date.now() + 90 * DAY + 60_000));
  expect(decodeProtectedHeader(later).kid).not.toBe(decodeProtectedHeader(now).kid);
  await verify(later, receipts);
});

test("the private half of a key that no longer signs is erased; its receipts still verify", async () => {
  const receipts = signer();
  const old = await receipts.sign(claims());
  await world.sql`update receipt_keys set signs_from = greatest(signs_from, created_at) - interval '92 days', created_at = created_at - interval '92 days'`;
  await rotateReceiptKeys(world.sql, secret, rotationOf());
  const kept = await world.sql`select sealed_private_jwk is not null as kept from receipt_keys order by signs_from`;
  expect(kept.map((row) => row.kept as boolean)).toEqual([false, true, true]);
  await verify(old, signer());
});

test("rotating again changes nothing", async () => {
  const receipts = signer();
  const before = await receipts.jwks();
  await rotateReceiptKeys(world.sql, secret, rotationOf());
  await rotateReceiptKeys(world.sql, secret, rotationOf());
  expect(await receipts.jwks()).toEqual(before);
});

test("under a new server secret a new key signs, and old receipts still verify", async () => {
  const old = await signer().sign(claims());
  const renewed = signer(world.sql, serverSecret("another secret of thirty-two characters"));
  const receipt = await renewed.sign(claims());
  expect(decodeProtectedHeader(receipt).kid).not.toBe(decodeProtectedHeader(old).kid);
  await verify(receipt, renewed);
  await verify(old, renewed);
});
