import { openSess } from "@/e2e/sdk/open-sess";
import { Person } from "@/e2e/support/person";
import { age } from "@/e2e/support/rows";
import { isSessError, isVerificationError, type Answered, type InteractionInput, type SessClient } from "@sess.si/sdk";
import { describe, expect, test } from "vitest";

const sess = openSess();
const DAY_MS = 24 * 3_600_000;

const QUESTION: InteractionInput = {
  mode: "interactive",
  title: "Approve this commit?",
  source: {
    kind: "sess_surface",
    components: [
      { type: "record", label: "What changed", fields: { z: "last", a: "first" } },
      { type: "field", name: "message", label: "Message", schema: { type: "string", minLength: 1 }, value: "Fix" },
      { type: "field", name: "sure", label: "Sure?", required: false, schema: { type: "boolean" } },
      { type: "field", name: "n", label: "How many?", required: false, schema: { type: "number", minimum: -1e21 } },
    ],
  },
  actions: [
    { id: "approve", label: "Approve", intent: "approve" },
    { id: "stop", label: "Stop", intent: "reject" },
  ],
};

async function answered(client: SessClient, id: string, revision = 1): Promise<Answered> {
  const outcome = await client.interactions.waitForResponse(id, { revision });
  if (!("response" in outcome)) throw new Error(`it is ${outcome.state}`);
  return outcome;
}

const sessError = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: unknown) => (isSessError(error) || isVerificationError(error) ? error : Promise.reject(error)),
  );

test("ask, wait, verify, follow up, wait, verify, complete", async () => {
  const client = sess.client();
  const { interactions, receipts } = client;
  const created = await interactions.create({ interaction: QUESTION });
  expect(created).toMatchObject({ revision: 1, state: "waiting" });
  const person = new Person(created.humanUrl);
  const waiting = answered(client, created.id);
  await person.answer("approve", { message: "Fix it — Größe 😹", sure: "true", n: "-0.5" });

  const first = await receipts.verifyResponse(await waiting);
  expect(first).toMatchObject({
    verified: true,
    interactionId: created.id,
    workspaceId: sess.server.workspaceId,
    actionId: "approve",
    values: { message: "Fix it — Größe 😹", sure: true, n: -0.5 },
    changed: ["message"],
    actorAssurance: "link_holder",
  });

  const ref = { revision: 1, responseEventId: first.eventId };
  const published = await interactions.publish(created.id, {
    ...ref,
    interaction: { ...QUESTION, title: "And this?" },
  });
  expect(published).toMatchObject({ id: created.id, revision: 2, state: "waiting" });
  const stale = await sessError(receipts.verifyResponse({ id: created.id, revision: 1, response: first }));
  expect(stale).toMatchObject({ code: "NOT_CURRENT" });

  await person.answer("stop");
  const second = await receipts.verifyResponse(await answered(client, created.id, 2));
  expect(second).toMatchObject({ revision: 2, actionId: "stop", values: {}, changed: [] });
  const last = { revision: 2, responseEventId: second.eventId };
  const completed = await interactions.complete(created.id, last);
  expect(completed).toMatchObject({ revision: 2, state: "completed" });
  expect(await interactions.complete(created.id, last)).toEqual(completed);
  expect(await receipts.verifyResponse(await answered(client, created.id, 2))).toMatchObject({ verified: true });
  expect((await interactions.get(created.id)).answers.map(({ revision }) => revision)).toEqual([1, 2]);
});

test("a short question comes back typed", async () => {
  const client = sess.client();
  const { id, humanUrl } = await client.interactions.ask({
    question: "When?",
    fields: [
      { name: "when", type: "choice", label: "Time", options: ["9:00", "14:00"] },
      { name: "stars", type: "rating", label: "Stars" },
      { name: "which", type: "multi_choice", label: "Which", options: ["a", "b", "c"] },
    ],
  });
  await new Person(humanUrl).answer("submit", { when: "14:00", stars: "4", which: ["a", "c"] });
  const response = await client.receipts.verifyResponse(await answered(client, id));
  expect(response.values).toEqual({ when: "14:00", stars: 4, which: ["a", "c"] });
});

describe("nobody answers", () => {
  test("withdrawn", async () => {
    const { interactions } = sess.client();
    const { id } = await interactions.create({ interaction: QUESTION });
    const waiting = interactions.waitForResponse(id, { revision: 1 });
    await interactions.withdraw(id);
    expect(await waiting).toEqual({ state: "withdrawn", id, revision: 1 });
    expect(await interactions.withdraw(id)).toMatchObject({ state: "withdrawn" });
  });

  test("expired", async () => {
    const { interactions } = sess.client();
    const { id } = await interactions.create({ interaction: QUESTION, expiresIn: 60 });
    await age(sess.sql, id, 2 * DAY_MS);
    expect(await interactions.waitForResponse(id, { revision: 1 })).toEqual({ state: "expired", id, revision: 1 });
  });

  test("the caller's time is up", async () => {
    const { interactions } = sess.client();
    const { id } = await interactions.create({ interaction: QUESTION });
    const outcome = await interactions.waitForResponse(id, { revision: 1, timeoutMs: 300 });
    expect(outcome).toEqual({ state: "waiting", id, revision: 1 });
  });

  test("the caller has enough", async () => {
    const { interactions } = sess.client();
    const { id } = await interactions.create({ interaction: QUESTION });
    const signal = AbortSignal.timeout(200);
    const error = await sessError(interactions.waitForResponse(id, { revision: 1, signal }));
    expect(error).toMatchObject({ kind: "aborted" });
  });
});

describe("a network that loses replies", () => {
  /** Lets the first of the requests that match reach the server and loses its reply. */
  function losing(method: string) {
    let lost = 0;
    const fetch = async (request: Request) => {
      const reply = await globalThis.fetch(request);
      if (request.method !== method || lost > 0) return reply;
      lost += 1;
      await reply.arrayBuffer();
      throw new TypeError("fetch failed");
    };
    return sess.client({ fetch });
  }

  test("makes one interaction of a create that was sent twice", async () => {
    const before = await count();
    const created = await losing("POST").interactions.create({ interaction: QUESTION });
    expect(await count()).toBe(before + 1);
    expect((await new Person(created.humanUrl).open()).status).toBe(200);
  });

  test("makes one revision of a publish, and one completion, that were sent twice", async () => {
    const { id, humanUrl } = await sess.client().interactions.create({ interaction: QUESTION });
    await new Person(humanUrl).answer("approve", { message: "x" });
    const { response } = await answered(sess.client(), id);
    const ref = { revision: 1, responseEventId: response.eventId };
    const published = await losing("POST").interactions.publish(id, { ...ref, interaction: QUESTION });
    expect(published.revision).toBe(2);
    await new Person(humanUrl).answer("stop");
    const second = await answered(sess.client(), id, 2);
    const done = { revision: 2, responseEventId: second.response.eventId };
    expect(await losing("POST").interactions.complete(id, done)).toMatchObject({ state: "completed" });
  });

  async function count(): Promise<number> {
    const [row] = await sess.sql`select count(*)::int as n from interactions`;
    return Number(row?.["n"]);
  }
});

test("the caller's idempotency key makes one of many", async () => {
  const { interactions } = sess.client();
  const options = { idempotencyKey: "order-7" };
  const [a, b] = await Promise.all([
    interactions.create({ interaction: QUESTION }, options),
    interactions.create({ interaction: QUESTION }, options),
  ]);
  expect(b).toEqual(a);
  const other = interactions.create({ interaction: { ...QUESTION, title: "Another" } }, options);
  expect(await sessError(other)).toMatchObject({ kind: "api", code: "idempotency_mismatch", status: 422 });
});

describe("what Sess refuses", () => {
  const cases: [string, (client: SessClient, id: string) => Promise<unknown>, object][] = [
    [
      "a lifetime beyond the plan",
      (c) => c.interactions.create({ interaction: QUESTION, expiresIn: 31 * 86_400 }),
      { status: 400, code: "invalid_arguments", field: "/expires_in", limit: 30 * 86_400 },
    ],
    [
      "a lifetime too short",
      (c) => c.interactions.create({ interaction: QUESTION, expiresIn: 29 }),
      { status: 400, code: "invalid_arguments", field: "/expires_in" },
    ],
    [
      "an interaction of nobody",
      (c) => c.interactions.get("int_00000000000000000000"),
      { status: 404, code: "not_found" },
    ],
    [
      "a wait for a revision to come",
      (c, id) => c.interactions.waitForResponse(id, { revision: 2 }),
      { status: 400, code: "invalid_arguments" },
    ],
    [
      "a follow-up before the answer",
      (c, id) =>
        c.interactions.publish(id, { revision: 1, responseEventId: "evt_00000000000000000000", interaction: QUESTION }),
      { status: 409, code: "invalid_state" },
    ],
    [
      "a completion before the answer",
      (c, id) => c.interactions.complete(id, { revision: 1, responseEventId: "evt_00000000000000000000" }),
      { status: 409, code: "invalid_state" },
    ],
    [
      "a completion of another revision",
      (c, id) => c.interactions.complete(id, { revision: 2, responseEventId: "evt_00000000000000000000" }),
      { status: 412, code: "revision_mismatch" },
    ],
    ["a page that is none", (c) => c.interactions.list({ cursor: "nonsense" }), { status: 400, field: "/cursor" }],
  ];
  test.each(cases)("%s", async (_, call, error) => {
    const client = sess.client();
    const { id } = await client.interactions.create({ interaction: QUESTION });
    expect(await sessError(call(client, id))).toMatchObject({ kind: "api", outcome: "rejected", ...error });
  });

  test("another answer's event, and a second withdrawal of what is answered", async () => {
    const { interactions } = sess.client();
    const { id, humanUrl } = await interactions.create({ interaction: QUESTION });
    await new Person(humanUrl).answer("stop");
    const wrong = interactions.complete(id, { revision: 1, responseEventId: "evt_00000000000000000000" });
    expect(await sessError(wrong)).toMatchObject({ status: 409, code: "response_mismatch" });
    expect(await sessError(interactions.withdraw(id))).toMatchObject({ status: 409, code: "invalid_state" });
  });

  test("a key that is none", async () => {
    const { interactions } = sess.client({ apiKey: "sess_sk_nobody" });
    expect(await sessError(interactions.list())).toMatchObject({ kind: "api", status: 401, code: "unauthorized" });
  });
});

describe("receipts", () => {
  test("do not fit an answer that was changed, nor another interaction's", async () => {
    const client = sess.client();
    const [one, two] = await Promise.all([1, 2].map(() => client.interactions.create({ interaction: QUESTION })));
    await new Person(one!.humanUrl).answer("approve", { message: "one" });
    await new Person(two!.humanUrl).answer("approve", { message: "one" });
    const [first, second] = [await answered(client, one!.id), await answered(client, two!.id)];
    const changed = { ...first, response: { ...first.response, values: { message: "two" } } };
    expect(await sessError(client.receipts.verifyResponse(changed))).toMatchObject({ code: "ANSWER_MISMATCH" });
    const swapped = { ...first, response: { ...first.response, receipt: second.response.receipt } };
    expect(await sessError(client.receipts.verifyResponse(swapped))).toMatchObject({ code: "INTERACTION_MISMATCH" });
  });

  test("do not fit another workspace, nor another issuer", async () => {
    const { id, humanUrl } = await sess.client().interactions.create({ interaction: QUESTION });
    await new Person(humanUrl).answer("stop");
    const outcome = await answered(sess.client(), id);
    const elsewhere = sess.client({ expectedWorkspaceId: "ws_0000000000" });
    expect(await sessError(elsewhere.receipts.verifyResponse(outcome))).toMatchObject({ code: "WORKSPACE_MISMATCH" });
    const other = sess.client({ receiptIssuer: "https://sess.example" });
    expect(await sessError(other.receipts.verifyResponse(outcome))).toMatchObject({ code: "ISSUER_MISMATCH" });
    const byAddress = sess.client({ origin: sess.server.origin.replace("localhost", "127.0.0.1") });
    expect(await byAddress.receipts.verifyResponse(outcome)).toMatchObject({ verified: true });
  });
});

test("a list goes on from page to page", async () => {
  const { interactions } = sess.client();
  const made = [];
  for (const n of [1, 2, 3])
    made.unshift((await interactions.create({ interaction: { ...QUESTION, title: `Q${n}` } })).id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await interactions.list({ state: "waiting", limit: 2, cursor });
    seen.push(...page.interactions.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen.slice(0, 3)).toEqual(made);
  expect(new Set(seen).size).toBe(seen.length);
});

test("a wait outlives the server's crash", async () => {
  const client = sess.client();
  const { id, humanUrl } = await client.interactions.create({ interaction: QUESTION });
  const states: string[] = [];
  let lost = () => {};
  const isLost = new Promise<void>((resolve) => (lost = resolve));
  const onConnection = (state: "lost" | "back") => {
    states.push(state);
    lost();
  };
  const waiting = client.interactions.waitForResponse(id, { revision: 1, onConnection });
  await sess.server.kill();
  await isLost;
  await sess.server.restart();
  await new Person(humanUrl).answer("approve", { message: "still here" });
  const outcome = await waiting;
  expect(outcome).toMatchObject({ state: "answered", response: { values: { message: "still here" } } });
  expect(states).toEqual(["lost", "back"]);
});
