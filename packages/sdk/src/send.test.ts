import { afterEach, describe, expect, test, vi } from "vitest";
import { failure } from "../testing/failure.js";
import { API_KEY, created, detail, ID, INTERACTION, LINK, refused } from "../testing/replies.js";
import { scriptedServer, type Scripted, type Step } from "../testing/scripted-server.js";
import { testClock, type TestClock } from "../testing/test-clock.js";
import { SessClient, type SessClientOptions } from "./index.js";

let server: Scripted | undefined;
afterEach(() => server?.stop());

async function start(
  steps: Step[],
  options: Partial<SessClientOptions> = {},
): Promise<{ sess: SessClient; clock: TestClock }> {
  server = await scriptedServer(...steps);
  const clock = testClock();
  return { clock, sess: new SessClient({ apiKey: API_KEY, origin: server.origin, clock, ...options }) };
}

const keysSeen = () => server?.seen.map(({ headers }) => headers["idempotency-key"]) ?? [];
const create = (sess: SessClient, options = {}) => sess.interactions.create({ interaction: INTERACTION }, options);

describe("a create", () => {
  test("sends the key of the caller's workspace, a fresh idempotency key and the interaction as it stands", async () => {
    const { sess } = await start([created()]);
    await sess.interactions.create({ interaction: INTERACTION, expiresIn: 60 });
    await create(sess);
    const [first] = server!.seen;
    expect(first).toMatchObject({ method: "POST", path: "/v1/interactions" });
    expect(first?.headers).toMatchObject({ authorization: `Bearer ${API_KEY}`, "content-type": "application/json" });
    expect(JSON.parse(first?.body ?? "")).toEqual({ interaction: INTERACTION, expires_in: 60 });
    const [a, b] = keysSeen();
    expect(a).toMatch(/^[0-9a-f]{32}$/);
    expect(a).not.toBe(b);
  });

  test("takes the caller's own idempotency key", async () => {
    const { sess } = await start([created()]);
    await create(sess, { idempotencyKey: "order-7" });
    expect(keysSeen()).toEqual(["order-7"]);
  });

  test.each(["", "a b", "ü", "x".repeat(256)])("refuses the idempotency key %j", async (idempotencyKey) => {
    const { sess } = await start([created()]);
    const error = await failure(create(sess, { idempotencyKey }));
    expect(error).toMatchObject({ kind: "configuration", outcome: "not_sent", field: "/idempotencyKey" });
    expect(server!.seen).toHaveLength(0);
  });

  const passing: [string, Step][] = [
    ["a cut connection", "cut"],
    ["a connection cut in the body", "cut in body"],
    ["408", refused(408, "request_timeout")],
    ["429", refused(429, "rate_limited")],
    ["500", refused(500, "internal")],
    ["502 from a proxy", { status: 502, text: "<h1>Bad gateway</h1>" }],
    ["503", refused(503, "unavailable")],
  ];
  test.each(passing)("is repeated after %s, under the same key and with the same bytes", async (_, step) => {
    const { sess, clock } = await start([step, step, created()]);
    expect(await create(sess)).toMatchObject({ id: ID, humanUrl: LINK });
    expect(new Set(keysSeen()).size).toBe(1);
    expect(new Set(server!.seen.map(({ body }) => body)).size).toBe(1);
    expect(clock.pauses).toEqual([375, 750]);
  });

  test("is repeated after a reply that does not come in time", async () => {
    const { sess } = await start(["hang", "hang in body", created()], { timeoutMs: 50 });
    expect(await create(sess)).toMatchObject({ id: ID });
  });

  test("waits as long as Retry-After says, in seconds or as a date", async () => {
    const at = new Date(Date.now() + 8_000).toUTCString();
    const { sess, clock } = await start([
      refused(429, "rate_limited", {}, { "retry-after": "7" }),
      refused(503, "unavailable", {}, { "retry-after": at }),
      refused(503, "unavailable", {}, { "retry-after": "soon" }),
      created(),
    ]);
    await create(sess);
    expect(clock.pauses[0]).toBe(7_000);
    expect(clock.pauses[1]).toBeGreaterThan(5_000);
    expect(clock.pauses[1]).toBeLessThanOrEqual(8_000);
    expect(clock.pauses[2]).toBe(1_500);
  });

  test("leaves a long Retry-After to the caller", async () => {
    const { sess, clock } = await start([refused(429, "rate_limited", {}, { "retry-after": "31" })]);
    const error = await failure(create(sess));
    expect(error).toMatchObject({
      kind: "api",
      code: "rate_limited",
      status: 429,
      retryAfterMs: 31_000,
      retryable: true,
    });
    expect(error.outcome).toBe("rejected");
    expect(clock.pauses).toEqual([]);
  });

  const lost: [string, Step][] = [
    ["cut connections", "cut"],
    ["408", refused(408, "request_timeout")],
    ["503", refused(503, "unavailable")],
    ["a reply cut in its body", "cut in body"],
  ];
  test.each(lost)(
    "whose every try ended in %s has an unknown outcome, and says under which key to repeat it",
    async (_, step) => {
      const { sess } = await start([step]);
      const error = await failure(create(sess, { idempotencyKey: "k1" }));
      expect(error).toMatchObject({
        kind: "unknown_outcome",
        outcome: "unknown",
        retryable: true,
        idempotencyKey: "k1",
      });
      expect(keysSeen()).toEqual(["k1", "k1", "k1", "k1"]);
    },
  );

  test("that never got a reply in time has an unknown outcome", async () => {
    const { sess } = await start(["hang"], { timeoutMs: 30 });
    expect(await failure(create(sess))).toMatchObject({ kind: "unknown_outcome", code: "timeout", outcome: "unknown" });
  });

  test("that never left is not an unknown outcome", async () => {
    const { sess } = await start([created()]);
    await server!.stop();
    expect(await failure(create(sess))).toMatchObject({
      kind: "transport",
      code: "unreachable",
      outcome: "not_sent",
      retryable: true,
    });
  });

  test("that was limited every time was rejected", async () => {
    const { sess } = await start([refused(429, "rate_limited")]);
    expect(await failure(create(sess))).toMatchObject({ kind: "api", code: "rate_limited", outcome: "rejected" });
    expect(server!.seen).toHaveLength(4);
  });

  const refusals: [number, string][] = [
    [400, "invalid_arguments"],
    [401, "unauthorized"],
    [403, "insufficient_scope"],
    [403, "plan_limit_reached"],
    [404, "not_found"],
    [409, "invalid_state"],
    [412, "revision_mismatch"],
    [413, "payload_too_large"],
    [415, "unsupported_media_type"],
    [422, "idempotency_mismatch"],
    [428, "precondition_required"],
  ];
  test.each(refusals)("refused with %i %s is not repeated", async (status, code) => {
    const { sess } = await start([refused(status, code, { field: "/expires_in", limit: 3, length: 4 })]);
    const error = await failure(create(sess));
    expect(error).toMatchObject({ kind: "api", code, status, outcome: "rejected", retryable: false });
    expect(error).toMatchObject({ field: "/expires_in", limit: 3, length: 4 });
    expect(server!.seen).toHaveLength(1);
  });

  test("refused by something that speaks no JSON has the status as its code", async () => {
    const { sess } = await start([{ status: 403, text: "<h1>Forbidden</h1>" }]);
    expect(await failure(create(sess))).toMatchObject({ kind: "api", code: "http_403", status: 403, field: undefined });
  });

  test("lost once and then refused by its content was never done", async () => {
    const { sess } = await start(["cut", refused(422, "idempotency_mismatch")]);
    expect(await failure(create(sess))).toMatchObject({
      kind: "api",
      code: "idempotency_mismatch",
      outcome: "rejected",
    });
  });

  test("lost once and then turned away at the door may have been done", async () => {
    const { sess } = await start(["cut", refused(401, "unauthorized")]);
    expect(await failure(create(sess))).toMatchObject({
      kind: "unknown_outcome",
      code: "unauthorized",
      outcome: "unknown",
    });
  });

  test("lost and then unreachable may have been done", async () => {
    const { sess } = await start([
      () => {
        void server!.stop();
        return "cut";
      },
    ]);
    expect(await failure(create(sess))).toMatchObject({ kind: "unknown_outcome", outcome: "unknown" });
  });
});

describe("the caller's signal", () => {
  test("that has ended already sends nothing", async () => {
    const { sess } = await start([created()]);
    const error = await failure(create(sess, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ kind: "aborted", outcome: "not_sent", retryable: false });
    expect(server!.seen).toHaveLength(0);
  });

  test("that ends while a create is on its way leaves an unknown outcome", async () => {
    const caller = new AbortController();
    const { sess } = await start([
      () => {
        caller.abort();
        return "hang";
      },
    ]);
    const error = await failure(create(sess, { signal: caller.signal, idempotencyKey: "k" }));
    expect(error).toMatchObject({ kind: "aborted", outcome: "unknown", idempotencyKey: "k" });
  });

  test("that ends in a pause ends the tries", async () => {
    const caller = new AbortController();
    const clock = { ...testClock(), sleep: async () => caller.abort() };
    const { sess } = await start(["cut"], { clock });
    expect(await failure(create(sess, { signal: caller.signal }))).toMatchObject({
      kind: "aborted",
      outcome: "unknown",
    });
    expect(server!.seen).toHaveLength(1);
  });

  test("is kept even when the fetch that was passed in does not know it", async () => {
    const caller = new AbortController();
    const deaf = () => new Promise<Response>(() => caller.abort());
    const { sess } = await start([], { fetch: deaf });
    expect(await failure(sess.interactions.get(ID, { signal: caller.signal }))).toMatchObject({ kind: "aborted" });
  });
});

describe("a read", () => {
  test("is repeated, and fails as what it was", async () => {
    const { sess } = await start(["cut", detail()]);
    expect(await sess.interactions.get(ID)).toMatchObject({ id: ID });
    await server!.stop();
    expect(await failure(sess.interactions.get(ID))).toMatchObject({ kind: "transport", outcome: "not_sent" });
  });

  test("without a reply in time is a timeout", async () => {
    const { sess } = await start(["hang"], { timeoutMs: 20 });
    expect(await failure(sess.interactions.get(ID))).toMatchObject({
      kind: "timeout",
      code: "timeout",
      retryable: true,
    });
  });

  test("that breaks every time is a transport failure", async () => {
    const { sess } = await start(["cut"]);
    expect(await failure(sess.interactions.get(ID))).toMatchObject({ kind: "transport", code: "connection_broken" });
  });

  test("that is redirected is refused, and the key goes nowhere else", async () => {
    await using elsewhere = await scriptedServer(detail());
    const { sess } = await start([{ status: 308, headers: { location: `${elsewhere.origin}/v1` } }]);
    expect(await failure(sess.interactions.get(ID))).toMatchObject({ kind: "protocol", code: "unexpected_redirect" });
    expect(elsewhere.seen).toHaveLength(0);
  });

  test("larger than any reply is refused", async () => {
    const { sess } = await start([{ text: " ".repeat(9 * 1024 * 1024) }]);
    expect(await failure(sess.interactions.list())).toMatchObject({ kind: "protocol", code: "reply_too_large" });
  });

  test.each(["", "..", "a/b", "int_1?x=1", 7])("of the id %j is not sent", async (id) => {
    const { sess } = await start([detail()]);
    expect(await failure(sess.interactions.get(id as string))).toMatchObject({ kind: "configuration", field: "/id" });
    expect(server!.seen).toHaveLength(0);
  });
});

test("a fetch of one's own gets a Request, and its failure shows nothing of what it held", async () => {
  const fetch = vi.fn(async (request: Request) => {
    throw new Error(`failed with ${request.headers.get("authorization")}`);
  });
  const { sess } = await start([], { fetch });
  const error = await failure(sess.interactions.get(ID));
  expect(fetch.mock.calls[0]?.[0]).toBeInstanceOf(Request);
  expect(error).toMatchObject({ kind: "transport", code: "connection_broken" });
  expect(JSON.stringify(error) + error.message + error.stack + String(error.cause)).not.toContain(API_KEY);
});

test("a port that fetch never connects to is the address's fault: nothing was sent, and no repeat mends it", async () => {
  const { sess, clock } = await start([], { origin: "http://localhost:9" });
  const error = await failure(create(sess));
  expect(error).toMatchObject({ kind: "configuration", code: "unusable_port", outcome: "not_sent", retryable: false });
  expect(error.message).toContain("http://localhost:9 cannot be used");
  expect(clock.pauses).toEqual([]);
});

test("a refusal of the whole body names it by the empty pointer", async () => {
  const { sess } = await start([refused(400, "invalid_arguments", { field: "" })]);
  expect(await failure(create(sess))).toMatchObject({ status: 400, field: "" });
});

test("a message that repeats the key or a link is cleaned", async () => {
  const { sess } = await start([refused(400, "invalid_arguments", { message: `no ${API_KEY} at ${LINK} please` })]);
  expect((await failure(create(sess))).message).toBe("no [API key] at [link] please");
});

test("a client that is logged does not show its key", async () => {
  const { inspect } = await import("node:util");
  const { sess } = await start([]);
  expect(inspect(sess, { depth: 9, showHidden: true }) + JSON.stringify(sess)).not.toContain(API_KEY);
});
