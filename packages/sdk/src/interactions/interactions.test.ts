import { constants } from "node:buffer";
import { afterEach, describe, expect, expectTypeOf, test } from "vitest";
import { LIMITS, type InteractionInput as ProtocolInput } from "@sess.si/protocol";
import { failure } from "../../testing/failure.js";
import { ANSWER, API_KEY, created, detail, EVENT, ID, INTERACTION } from "../../testing/replies.js";
import { scriptedServer, type Scripted, type Step } from "../../testing/scripted-server.js";
import { testClock } from "../../testing/test-clock.js";
import { SessClient, type InteractionInput } from "../index.js";
import { MAX_DETAIL_BYTES } from "./get.js";

let server: Scripted | undefined;
afterEach(() => server?.stop());

async function start(...steps: Step[]): Promise<SessClient> {
  server = await scriptedServer(...steps);
  return new SessClient({ apiKey: API_KEY, origin: server.origin, clock: testClock() });
}

const AT = "2026-03-01T12:00:00.000Z";
const OTHER = "int_fedcba9876543210";
const REF = { revision: 1, responseEventId: EVENT };
const published = (parts = {}) => ({
  status: 201,
  json: { interaction: { id: ID, revision: 2, state: "waiting", expiresAt: AT, ...parts } },
});
const completed = (parts = {}) => ({
  json: { interaction: { id: ID, revision: 1, state: "completed", completedAt: AT, ...parts } },
});
const withdrawn = (parts = {}) => ({
  json: { interaction: { id: ID, revision: 1, state: "withdrawn", withdrawnAt: AT, ...parts } },
});

describe("an interaction with the longest answers", () => {
  // A control character is posted in one byte and told in six, and the form bounds all fields together.
  const each = Math.min(LIMITS.answerText, Math.floor(LIMITS.formBytes / LIMITS.fields));
  const values = Object.fromEntries(
    Array.from({ length: LIMITS.fields }, (_, at) => [`f${at}`, "\u0001".repeat(each)]),
  );
  const longest = (revision: number) => ({ ...ANSWER, revision, values, changed: Object.keys(values) });

  test("is read, though it is larger than any other reply", async () => {
    const answers = [longest(1), longest(2)];
    const sess = await start(detail({ revision: 2, state: "answered", answers }));
    expect((await sess.interactions.get(ID)).answers).toEqual(answers);
  });

  test("is read with as many answers as a link can have, and still fits in a string", () => {
    const most = LIMITS.revisions * JSON.stringify(longest(1)).length + LIMITS.interactionBytes;
    expect(MAX_DETAIL_BYTES).toBeGreaterThan(most);
    expect(MAX_DETAIL_BYTES).toBeLessThan(constants.MAX_STRING_LENGTH);
  });
});

describe("what goes over the wire", () => {
  test("publish names the revision, the answer and the follow-up", async () => {
    const sess = await start(published());
    const follow = await sess.interactions.publish(ID, { ...REF, interaction: INTERACTION });
    expect(follow).toEqual({ id: ID, revision: 2, state: "waiting", expiresAt: AT });
    const [seen] = server!.seen;
    expect(seen).toMatchObject({ method: "POST", path: `/v1/interactions/${ID}/revisions` });
    expect(seen?.headers["if-match"]).toBe('"1"');
    expect(seen?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.parse(seen?.body ?? "")).toEqual({ response_event_id: EVENT, interaction: INTERACTION });
  });

  test("complete names the revision and the answer", async () => {
    const sess = await start("cut", completed());
    expect(await sess.interactions.complete(ID, REF)).toMatchObject({ state: "completed", completedAt: AT });
    const [first, second] = server!.seen;
    expect(first).toMatchObject({ method: "POST", path: `/v1/interactions/${ID}/complete` });
    expect(first?.headers["if-match"]).toBe('"1"');
    expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
    expect(JSON.parse(first?.body ?? "")).toEqual({ response_event_id: EVENT });
  });

  test("withdraw can be repeated as it stands", async () => {
    const sess = await start("cut", withdrawn());
    expect(await sess.interactions.withdraw(ID)).toMatchObject({ state: "withdrawn", withdrawnAt: AT });
    expect(server!.seen.map(({ path, body }) => [path, body])).toEqual([
      [`/v1/interactions/${ID}/withdraw`, "{}"],
      [`/v1/interactions/${ID}/withdraw`, "{}"],
    ]);
  });

  test("list asks for a page and reads the next", async () => {
    const summary = { id: ID, revision: 1, state: "waiting", title: "T", createdAt: AT, expiresAt: AT };
    const sess = await start(
      { json: { interactions: [summary], next_cursor: "c2" } },
      { json: { interactions: [], next_cursor: null } },
    );
    expect(await sess.interactions.list()).toEqual({ interactions: [summary], nextCursor: "c2" });
    expect(await sess.interactions.list({ state: "waiting", cursor: "c2", limit: 5 })).toEqual({
      interactions: [],
      nextCursor: null,
    });
    expect(server!.seen.map(({ path }) => path)).toEqual([
      "/v1/interactions",
      "/v1/interactions?state=waiting&cursor=c2&limit=5",
    ]);
  });

  test("ask is the short form of create", async () => {
    const sess = await start(created());
    await sess.interactions.ask({
      question: "When?",
      fields: [{ name: "when", type: "choice", label: "Time", options: ["9:00", "14:00"] }],
      expires_in: 60,
    });
    expect(JSON.parse(server!.seen[0]?.body ?? "")).toMatchObject({
      interaction: { title: "When?", actions: [{ id: "submit", label: "Send", intent: "submit" }] },
      expires_in: 60,
    });
  });
});

test("a property that is undefined is none", async () => {
  const sess = await start(created());
  await sess.interactions.create({ interaction: { ...INTERACTION, description: undefined as never } });
  expect(JSON.parse(server!.seen[0]?.body ?? "")).toEqual({ interaction: INTERACTION });
});

describe("what can never be right is not sent", () => {
  const long = { ...INTERACTION, title: "x".repeat(81) };
  const cases: [string, (sess: SessClient) => Promise<unknown>, object][] = [
    [
      "a title too long",
      (sess) => sess.interactions.create({ interaction: long }),
      { field: "/interaction/title", limit: 80, length: 81 },
    ],
    [
      "an interaction that is none",
      (sess) => sess.interactions.create({ interaction: null as never }),
      { field: "/interaction" },
    ],
    [
      "an interaction that is no JSON",
      (sess) => sess.interactions.create({ interaction: { ...INTERACTION, title: 1n as never } }),
      { field: "/interaction" },
    ],
    [
      "a lifetime of half a second",
      (sess) => sess.interactions.create({ interaction: INTERACTION, expiresIn: 0.5 }),
      { field: "/expires_in" },
    ],
    [
      "a follow-up with a title too long",
      (sess) => sess.interactions.publish(ID, { ...REF, interaction: long }),
      { field: "/interaction/title" },
    ],
    [
      "a follow-up to revision 0",
      (sess) => sess.interactions.publish(ID, { ...REF, revision: 0, interaction: INTERACTION }),
      { field: "/revision" },
    ],
    [
      "a completion without an answer",
      (sess) => sess.interactions.complete(ID, { revision: 1, responseEventId: "" }),
      { field: "/responseEventId" },
    ],
    ["an ask without fields", (sess) => sess.interactions.ask({ question: "When?", fields: [] }), { field: "/fields" }],
    [
      "an ask with a label too long",
      (sess) => sess.interactions.ask({ question: "Q", fields: [{ name: "a", type: "text", label: "x".repeat(61) }] }),
      { field: "/fields/0/label", limit: 60, length: 61 },
    ],
    [
      "a wait for revision 1.5",
      (sess) => sess.interactions.waitForResponse(ID, { revision: 1.5 }),
      { field: "/revision" },
    ],
    [
      "a wait of less than nothing",
      (sess) => sess.interactions.waitForResponse(ID, { revision: 1, timeoutMs: -1 }),
      { field: "/timeoutMs" },
    ],
  ];
  test.each(cases)("%s", async (_, call, at) => {
    const sess = await start(created());
    expect(await failure(call(sess))).toMatchObject({
      kind: "configuration",
      code: "invalid_arguments",
      outcome: "not_sent",
      ...at,
    });
    expect(server!.seen).toHaveLength(0);
  });
});

describe("a reply that cannot be right is refused", () => {
  const answer = (revision: number) => ({ ...ANSWER, revision, eventId: `evt_0123456789abcde${revision}` });
  const cases: [string, (sess: SessClient) => Promise<unknown>, Step, string][] = [
    ["no JSON", get, { text: "<h1>Hello</h1>" }, "not_json"],
    ["nothing", get, { text: "" }, "not_json"],
    ["another shape", get, { json: { interaction: { id: ID } } }, "unexpected_reply"],
    ["another interaction", get, detail({ id: OTHER }), "inconsistent_reply"],
    ["a lower revision with later answers", get, detail({ answers: [answer(2)] }), "inconsistent_reply"],
    ["waiting with an answer at its revision", get, detail({ answers: [answer(1)] }), "inconsistent_reply"],
    [
      "expired with an answer at its revision",
      get,
      detail({ state: "expired", answers: [answer(1)] }),
      "inconsistent_reply",
    ],
    ["answered without an answer", get, detail({ state: "answered" }), "inconsistent_reply"],
    [
      "completed with only an earlier answer",
      get,
      detail({ revision: 2, state: "completed", answers: [answer(1)] }),
      "inconsistent_reply",
    ],
    [
      "two answers to a revision",
      get,
      detail({ state: "answered", answers: [answer(1), answer(1)] }),
      "inconsistent_reply",
    ],
    ["a create that starts at revision 2", create, created({ revision: 2 }), "inconsistent_reply"],
    ["a create whose link is a script", create, created({ humanUrl: "javascript:alert(1)" }), "inconsistent_reply"],
    ["a create that is answered already", create, created({ state: "answered" }), "unexpected_reply"],
    ["a publish of another interaction", publish, published({ id: OTHER }), "inconsistent_reply"],
    ["a publish that skips a revision", publish, published({ revision: 3 }), "inconsistent_reply"],
    ["a complete of another interaction", complete, completed({ id: OTHER }), "inconsistent_reply"],
    ["a complete of another revision", complete, completed({ revision: 2 }), "inconsistent_reply"],
    ["a complete that waits", complete, completed({ state: "waiting" }), "unexpected_reply"],
    [
      "a withdraw of another interaction",
      (sess) => sess.interactions.withdraw(ID),
      withdrawn({ id: OTHER }),
      "inconsistent_reply",
    ],
    ["a list that is none", (sess) => sess.interactions.list(), { json: [] }, "unexpected_reply"],
  ];
  test.each(cases)("%s", async (_, call, step, code) => {
    const sess = await start(step);
    const error = await failure(call(sess));
    expect(error).toMatchObject({ kind: "protocol", code, retryable: false, outcome: "unknown" });
    expect(server!.seen).toHaveLength(1);
  });

  test("with a pointer to what is wrong, and the key that a change was made under", async () => {
    const sess = await start(created({ expiresAt: "tomorrow" }));
    const error = await failure(sess.interactions.create({ interaction: INTERACTION }, { idempotencyKey: "k" }));
    expect(error).toMatchObject({ kind: "protocol", field: "/interaction/expiresAt", idempotencyKey: "k" });
  });

  test("but what a later server adds is no fault", async () => {
    const sess = await start(detail({ more: 1, state: "answered", answers: [{ ...answer(1), more: 1 }] }));
    expect(await sess.interactions.get(ID)).toMatchObject({ state: "answered" });
  });

  function get(sess: SessClient) {
    return sess.interactions.get(ID);
  }
  function create(sess: SessClient) {
    return sess.interactions.create({ interaction: INTERACTION });
  }
  function publish(sess: SessClient) {
    return sess.interactions.publish(ID, { ...REF, interaction: INTERACTION });
  }
  function complete(sess: SessClient) {
    return sess.interactions.complete(ID, REF);
  }
});

test("what the type lets through, the contract knows", () => {
  expectTypeOf<InteractionInput>().toExtend<ProtocolInput>();
});
