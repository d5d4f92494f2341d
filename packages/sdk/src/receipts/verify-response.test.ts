import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { doubt, failure } from "../../testing/failure.js";
import { createIssuer, digest, type Issuer } from "../../testing/issuer.js";
import { API_KEY, detail, EVENT, ID, refused, SURFACE } from "../../testing/replies.js";
import { scriptedServer, type Scripted, type Seen, type Step } from "../../testing/scripted-server.js";
import { testClock } from "../../testing/test-clock.js";
import { SessClient, type Answered, type SessClientOptions } from "../index.js";

const WORKSPACE = "ws_0123456789";
const ISSUER = "https://sess.example";
const AT = Date.parse("2026-03-01T12:00:00.250Z");
const VALUES = { note: "go", n: 1.5, yes: true, several: ["b", "a"] };
const CHANGED = ["note", "several"];

let server: Scripted | undefined;
let issuer: Issuer;
beforeEach(async () => void (issuer = await createIssuer()));
afterEach(() => server?.stop());

function claims(parts: Record<string, unknown> = {}) {
  return {
    iss: ISSUER,
    iat: Math.floor(AT / 1000),
    jti: EVENT,
    sub: ID,
    workspace: WORKSPACE,
    revision: 1,
    action: "deploy",
    surface_sha256: digest(SURFACE),
    answer_sha256: digest({ actionId: "deploy", values: VALUES }),
    changed: CHANGED,
    actor_assurance: "link_holder",
    ...parts,
  };
}

function answeredBy(receipt: string, parts: Record<string, unknown> = {}): Answered {
  const response = {
    revision: 1,
    eventId: EVENT,
    actionId: "deploy",
    values: VALUES,
    changed: CHANGED,
    submittedAt: new Date(AT).toISOString(),
    receipt,
    actorAssurance: "link_holder" as const,
    ...parts,
  };
  return { id: ID, revision: 1, response };
}

const current = (parts = {}, headers?: Record<string, string>) => {
  const { actorAssurance: _, ...answer } = answeredBy("a.b.c").response;
  return detail({ state: "answered", answers: [answer], ...parts }, headers);
};

/** Replies in order to the reads of the interaction, whatever else is asked between them. */
function sess(reads: Step[], options: Partial<SessClientOptions> = {}) {
  let asked = 0;
  const step = (seen: Seen): Step => {
    if (seen.path === "/.well-known/jwks.json") return { json: { keys: [issuer.jwk] } };
    asked += 1;
    return reads[Math.min(asked, reads.length) - 1] ?? "cut";
  };
  return scriptedServer(step).then((started) => {
    server = started;
    const more = { receiptIssuer: ISSUER, clock: testClock(), ...options };
    return new SessClient({ apiKey: API_KEY, origin: started.origin, ...more });
  });
}

test("a genuine receipt releases the answer, after a second look at what is current", async () => {
  const client = await sess([current()]);
  const verified = await client.receipts.verifyResponse(answeredBy(await issuer.sign(claims())));
  expect(verified).toMatchObject({
    verified: true,
    interactionId: ID,
    workspaceId: WORKSPACE,
    eventId: EVENT,
    actionId: "deploy",
    values: VALUES,
  });
  expect(server!.seen.map(({ path }) => path)).toEqual([
    `/v1/interactions/${ID}`,
    "/.well-known/jwks.json",
    `/v1/interactions/${ID}`,
  ]);
});

test("a completed interaction verifies as before", async () => {
  const client = await sess([current({ state: "completed" })]);
  await client.receipts.verifyResponse(answeredBy(await issuer.sign(claims())));
});

test("claims that a later Sess adds are no fault", async () => {
  const client = await sess([current()]);
  await client.receipts.verifyResponse(answeredBy(await issuer.sign(claims({ more: 1 }))));
});

test("the Surface counts as it was sent, with what this version does not know", async () => {
  const surface = { ...SURFACE, later: { b: 1, a: [2] } };
  const client = await sess([current({ surface })]);
  await client.receipts.verifyResponse(answeredBy(await issuer.sign(claims({ surface_sha256: digest(surface) }))));
});

describe("a claim about something else is refused", () => {
  const cases: [string, Record<string, unknown>][] = [
    ["ISSUER_MISMATCH", { iss: "https://other.example" }],
    ["WORKSPACE_MISMATCH", { workspace: "ws_9876543210" }],
    ["INTERACTION_MISMATCH", { sub: "int_fedcba9876543210" }],
    ["REVISION_MISMATCH", { revision: 2 }],
    ["EVENT_MISMATCH", { jti: "evt_fedcba9876543210" }],
    ["ACTION_MISMATCH", { action: "stop" }],
    ["CHANGED_MISMATCH", { changed: ["note"] }],
    ["CHANGED_MISMATCH", { changed: ["several", "note"] }],
    ["TIME_MISMATCH", { iat: Math.floor(AT / 1000) - 120 }],
    ["TIME_MISMATCH", { iat: Math.floor(AT / 1000) + 120 }],
    ["ANSWER_MISMATCH", { answer_sha256: digest({ actionId: "deploy", values: {} }) }],
    ["SURFACE_MISMATCH", { surface_sha256: digest({ ...SURFACE, title: "Something else" }) }],
  ];
  test.each(cases)("%s for %j", async (code, parts) => {
    const client = await sess([current()]);
    const error = await doubt(client.receipts.verifyResponse(answeredBy(await issuer.sign(claims(parts)))));
    expect(error).toMatchObject({ code, retryable: false });
  });

  test.each(Object.keys(claims()))("CLAIMS_INVALID without %s", async (name) => {
    const client = await sess([current()]);
    const { [name]: _, ...rest } = claims() as Record<string, unknown>;
    expect(await doubt(client.receipts.verifyResponse(answeredBy(await issuer.sign(rest))))).toMatchObject({
      code: "CLAIMS_INVALID",
    });
  });

  test.each([
    ["actor_assurance", "signed_in"],
    ["iat", "2026"],
    ["changed", "note"],
    ["surface_sha256", "short"],
  ])("CLAIMS_INVALID for a %s of %j", async (name, value) => {
    const client = await sess([current()]);
    const error = await doubt(client.receipts.verifyResponse(answeredBy(await issuer.sign(claims({ [name]: value })))));
    expect(error).toMatchObject({ code: "CLAIMS_INVALID" });
  });
});

describe("an answer that was changed on its way is refused", () => {
  const cases: [string, Record<string, unknown>][] = [
    ["ANSWER_MISMATCH", { values: { ...VALUES, note: "stop" } }],
    ["ANSWER_MISMATCH", { values: { ...VALUES, more: "x" } }],
    ["ANSWER_MISMATCH", { values: { ...VALUES, several: ["a", "b"] } }],
    ["ACTION_MISMATCH", { actionId: "stop" }],
    ["CHANGED_MISMATCH", { changed: [] }],
    ["TIME_MISMATCH", { submittedAt: "2026-03-01T13:00:00.000Z" }],
    ["TIME_MISMATCH", { submittedAt: "never" }],
    ["ACTOR_ASSURANCE_MISMATCH", { actorAssurance: "signed_in" }],
    ["NOT_CURRENT", { eventId: "evt_fedcba9876543210" }],
  ];
  test.each(cases)("%s for %j", async (code, parts) => {
    const client = await sess([current()]);
    const answered = answeredBy(await issuer.sign(claims()), parts);
    expect(await doubt(client.receipts.verifyResponse(answered))).toMatchObject({ code });
  });

  test("keys in another order are the same answer", async () => {
    const client = await sess([current()]);
    const values = Object.fromEntries(Object.entries(VALUES).toReversed());
    await client.receipts.verifyResponse(answeredBy(await issuer.sign(claims()), { values }));
  });
});

describe("a receipt that is not one is refused", () => {
  const spoiled: [string, string, (receipt: string) => string][] = [
    ["RECEIPT_MALFORMED", "no JWS", () => "receipt"],
    ["RECEIPT_MALFORMED", "empty", () => ""],
    ["RECEIPT_MALFORMED", "a part more", (receipt) => `${receipt}.x`],
    ["RECEIPT_MALFORMED", "a header that is no JSON", (receipt) => receipt.replace(/^[^.]+/, "AAAA")],
    [
      "SIGNATURE_INVALID",
      "other claims under the same signature",
      (receipt) => swapClaims(receipt, { action: "stop" }),
    ],
    ["SIGNATURE_INVALID", "the signature of something else", (receipt) => receipt.replace(/[^.]+$/, "A".repeat(86))],
    ["SIGNATURE_INVALID", "no signature", (receipt) => receipt.replace(/[^.]+$/, "")],
  ];
  test.each(spoiled)("%s: %s", async (code, _, spoil) => {
    const client = await sess([current()]);
    const receipt = spoil(await issuer.sign(claims()));
    expect(await doubt(client.receipts.verifyResponse(answeredBy(receipt)))).toMatchObject({ code });
  });

  test.each([
    ["another type", { typ: "JWT" }],
    ["no type", { typ: undefined }],
    ["no key id", { kid: undefined }],
    ["an empty key id", { kid: "" }],
  ])("RECEIPT_HEADER_INVALID: %s", async (_, header) => {
    const client = await sess([current()]);
    const receipt = await issuer.sign(claims(), header);
    expect(await doubt(client.receipts.verifyResponse(answeredBy(receipt)))).toMatchObject({
      code: "RECEIPT_HEADER_INVALID",
    });
  });

  test.each(["none", "HS256", "ES256", "Ed448"])("RECEIPT_HEADER_INVALID: the algorithm %s", async (alg) => {
    const client = await sess([current()]);
    const [, payload, signature] = (await issuer.sign(claims())).split(".");
    const kid = issuer.jwk["kid"];
    const header = Buffer.from(JSON.stringify({ alg, typ: "sess-receipt+jws", kid })).toString("base64url");
    const receipt = [header, payload, signature].join(".");
    expect(await doubt(client.receipts.verifyResponse(answeredBy(receipt)))).toMatchObject({
      code: "RECEIPT_HEADER_INVALID",
    });
  });

  test("SIGNATURE_INVALID: another key under the name of a known one", async () => {
    const client = await sess([current()]);
    const thief = await createIssuer(String(issuer.jwk["kid"]));
    const receipt = await thief.sign(claims());
    expect(await doubt(client.receipts.verifyResponse(answeredBy(receipt)))).toMatchObject({
      code: "SIGNATURE_INVALID",
    });
  });

  test("UNKNOWN_KEY_ID: a key of nobody's", async () => {
    const client = await sess([current()]);
    const receipt = await (await createIssuer("stranger")).sign(claims());
    expect(await doubt(client.receipts.verifyResponse(answeredBy(receipt)))).toMatchObject({ code: "UNKNOWN_KEY_ID" });
  });

  test("CLAIMS_INVALID: a genuine signature over something else", async () => {
    const client = await sess([current()]);
    const receipt = await issuer.sign([] as never);
    expect(await doubt(client.receipts.verifyResponse(answeredBy(receipt)))).toMatchObject({ code: "CLAIMS_INVALID" });
  });
});

describe("whose receipt it must be", () => {
  test("nobody's word for it is not enough", async () => {
    const client = await sess([current({}, {})]);
    expect(await doubt(client.receipts.verifyResponse(answeredBy(await issuer.sign(claims()))))).toMatchObject({
      code: "VERIFICATION_CONTEXT_MISSING",
      retryable: false,
    });
  });

  test("expectedWorkspaceId stands in for a Sess that does not say", async () => {
    const client = await sess([current({}, {})], { expectedWorkspaceId: WORKSPACE });
    await client.receipts.verifyResponse(answeredBy(await issuer.sign(claims())));
  });

  test("expectedWorkspaceId and what Sess says must agree", async () => {
    const client = await sess([current()], { expectedWorkspaceId: "ws_9876543210" });
    for (const workspace of [WORKSPACE, "ws_9876543210"]) {
      const receipt = await issuer.sign(claims({ workspace }));
      const error = await doubt(client.receipts.verifyResponse(answeredBy(receipt)));
      expect(error).toMatchObject({ code: "WORKSPACE_MISMATCH" });
    }
  });

  test("without receiptIssuer it is the origin", async () => {
    const client = await sess([current()], { receiptIssuer: undefined });
    await client.receipts.verifyResponse(answeredBy(await issuer.sign(claims({ iss: server!.origin }))));
    const error = await doubt(client.receipts.verifyResponse(answeredBy(await issuer.sign(claims()))));
    expect(error).toMatchObject({ code: "ISSUER_MISMATCH", retryable: false });
    expect(error.message).toContain(`issued by ${ISSUER}, where ${server!.origin} or http://localhost`);
  });
});

describe("an answer that is not the current one any more", () => {
  const later = { revision: 2, state: "waiting" };
  test("is refused before its receipt is looked at", async () => {
    const client = await sess([current(later)]);
    expect(await doubt(client.receipts.verifyResponse(answeredBy(await issuer.sign(claims()))))).toMatchObject({
      code: "NOT_CURRENT",
    });
    expect(server!.seen).toHaveLength(1);
  });

  test("is refused after it, when the interaction moved on meanwhile", async () => {
    const client = await sess([current(), current(later)]);
    expect(await doubt(client.receipts.verifyResponse(answeredBy(await issuer.sign(claims()))))).toMatchObject({
      code: "NOT_CURRENT",
    });
  });

  test("cannot be told from one that is, when the last read fails", async () => {
    const client = await sess([current(), refused(503, "unavailable")]);
    const error = await failure(client.receipts.verifyResponse(answeredBy(await issuer.sign(claims()))));
    expect(error).toMatchObject({ kind: "api", code: "unavailable", retryable: true });
  });
});

test("reads that fail, fail as what they are", async () => {
  const client = await sess([refused(404, "not_found")]);
  const error = await failure(client.receipts.verifyResponse(answeredBy("a.b.c")));
  expect(error).toMatchObject({ kind: "api", code: "not_found" });
});

test("the caller's signal ends a verification that waits for keys", async () => {
  const caller = new AbortController();
  server = await scriptedServer(({ path }) => {
    if (path !== "/.well-known/jwks.json") return current();
    caller.abort();
    return "hang";
  });
  const client = new SessClient({ apiKey: API_KEY, origin: server.origin, receiptIssuer: ISSUER });
  const answered = answeredBy(await issuer.sign(claims()));
  const error = await failure(client.receipts.verifyResponse(answered, { signal: caller.signal }));
  expect(error).toMatchObject({ kind: "aborted" });
});

test.each([{}, { response: { receipt: 7 } }, { id: ID, revision: 1 }])("%j is not an answer", async (answered) => {
  const client = await sess([current()]);
  const error = await failure(client.receipts.verifyResponse(answered as Answered));
  expect(error).toMatchObject({ kind: "configuration", code: "invalid_arguments" });
});

function swapClaims(receipt: string, parts: Record<string, unknown>): string {
  const [header, , signature] = receipt.split(".");
  return [header, Buffer.from(JSON.stringify(claims(parts))).toString("base64url"), signature].join(".");
}
