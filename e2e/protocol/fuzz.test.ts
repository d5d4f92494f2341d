import { startInProcess, type InProcess } from "@/e2e/support/in-process";
import { brokenInvariants } from "@/e2e/support/invariants";
import { mangled, mutated } from "@/e2e/support/mutation";
import { control, Person } from "@/e2e/support/person";
import { question } from "@/e2e/support/questions";
import { interaction } from "@/packages/protocol/test/arbitrary";
import { ErrorEnvelope } from "@sess.si/protocol";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";

const BODIES = Number(process.env["SESS_FUZZ_BODIES"] ?? 20_000);
const SEED = Number(process.env["SESS_FUZZ_SEED"] ?? Date.now() % 2 ** 31);
/** Sent at once: faults that need two requests in flight show too. */
const BATCH = 40;

let house: InProcess;
/** Interactions of every state, to be published to, completed and withdrawn. */
let targets: { id: string; eventId: string }[];

beforeAll(async () => {
  house = await startInProcess();
  targets = await Promise.all(Array.from({ length: 12 }, (_, n) => prepared(n % 2 === 0)));
});
afterAll(() => house.close());

const create = fc.record(
  { interaction, expires_in: fc.constantFrom(30, 60, 86_400) },
  { requiredKeys: ["interaction"] },
);
const publish = interaction.map((next) => ({ response_event_id: "evt_aaaaaaaaaaaa", interaction: next }));
const complete = fc.constant({ response_event_id: "evt_aaaaaaaaaaaa" });

interface Shot {
  path: string;
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

const oddHeaders = fc.record(
  {
    "idempotency-key": fc.constantFrom("a", "b", "c", "two words", "k".repeat(300)),
    "content-type": fc.constantFrom("application/json", "text/plain", "application/json; charset=latin1"),
  },
  { requiredKeys: [] },
);
const ifMatch = fc.constantFrom('"1"', '"1"', '"1"', '"2"', "*", "1", "");
const headers = fc
  .tuple(fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }), ifMatch)
  .map(([odd, match]): Record<string, string> => ({ ...odd, "if-match": match }));
const target = fc.nat(11);

function shots(path: fc.Arbitrary<string>, base: fc.Arbitrary<unknown>): fc.Arbitrary<Shot> {
  const asText = fc.oneof({ weight: 1, arbitrary: base }, { weight: 9, arbitrary: mutated(base) });
  const body = fc.oneof(
    { weight: 9, arbitrary: asText.map((value) => JSON.stringify(value) ?? "") },
    { weight: 1, arbitrary: mangled(base) as fc.Arbitrary<Uint8Array<ArrayBuffer>> },
  );
  return fc.record({ path, body, headers });
}

const of = (step: string) => target.map((n) => `/v1/interactions/${n}/${step}`);
const shot = fc.oneof(
  { weight: 7, arbitrary: shots(fc.constant("/v1/interactions"), create) },
  { weight: 2, arbitrary: shots(of("revisions"), publish) },
  { weight: 1, arbitrary: shots(of("complete"), complete) },
  { weight: 1, arbitrary: shots(of("withdraw"), fc.constant({})) },
);

it(
  `finds no 5xx and no half-written row with ${BODIES} mutated bodies (seed ${SEED})`,
  { timeout: 900_000 },
  async () => {
    const seen = new Map<number, number>();
    const property = fc.asyncProperty(fc.array(shot, { minLength: BATCH, maxLength: BATCH }), async (batch) => {
      const replies = await Promise.all(batch.map(fire));
      for (const { status } of replies) seen.set(status, (seen.get(status) ?? 0) + 1);
      const made = replies.filter(({ path, status }) => path === "/v1/interactions" && status === 201);
      await Promise.all(made.map(({ body }) => expectPage(JSON.parse(body).interaction.humanUrl)));
    });
    await fc.assert(property, { numRuns: Math.ceil(BODIES / BATCH), seed: SEED });
    expect(await brokenInvariants(house.sql)).toEqual([]);
    expect(seen.get(201)).toBeGreaterThan(BODIES / 20);
    expect(seen.get(400)).toBeGreaterThan(BODIES / 4);
  },
);

it("finds no 5xx in what people post", { timeout: 300_000 }, async () => {
  const form = fc.dictionary(
    fc.oneof(fc.constantFrom("nonce", "action", "extend", "back", control("message")), fc.string({ unit: "binary" })),
    fc.oneof(fc.constantFrom("approve", "stop", "1", ""), fc.string({ unit: "binary", maxLength: 300 })),
    { maxKeys: 6 },
  );
  const made = await created(question());
  const property = fc.asyncProperty(fc.array(form, { minLength: 10, maxLength: 10 }), async (forms) => {
    const replies = await Promise.all(forms.map((entries) => postForm(made.humanUrl, entries)));
    for (const { status } of replies) expect(status).toBeLessThan(500);
  });
  await fc.assert(property, { numRuns: Math.ceil(BODIES / 200), seed: SEED });
  expect(await brokenInvariants(house.sql)).toEqual([]);
});

async function fire({ path, body, headers: sent }: Shot): Promise<{ path: string; status: number; body: string }> {
  const real = path.replace(/\/(\d+)\//, (_, n) => `/${targets[Number(n)]?.id}/`);
  const reply = await house.fetch(real, {
    method: "POST",
    body: typeof body === "string" ? body.replaceAll("evt_aaaaaaaaaaaa", () => anyEvent()) : body,
    headers: { authorization: `Bearer ${house.owner.key}`, "content-type": "application/json", ...sent },
  });
  const text = await reply.text();
  expect(reply.status, text).toBeLessThan(500);
  if (reply.status >= 400) ErrorEnvelope.parse(JSON.parse(text));
  return { path, status: reply.status, body: text };
}

let turn = 0;

/** Half the time an event that fits some target, so that what is otherwise right gets through. */
function anyEvent(): string {
  turn += 1;
  return turn % 2 === 0 ? "evt_aaaaaaaaaaaa" : (targets[turn % targets.length]?.eventId ?? "");
}

/** What was accepted can be shown. */
async function expectPage(humanUrl: string): Promise<void> {
  const reply = await house.fetch(new URL(humanUrl).pathname);
  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain('name="nonce"');
}

async function postForm(humanUrl: string, entries: Record<string, string>): Promise<Response> {
  return house.fetch(new URL(humanUrl).pathname, {
    method: "POST",
    body: new URLSearchParams(entries),
    headers: { "x-forwarded-for": `10.1.${(turn += 1) % 256}.${(turn >> 8) % 256}` },
  });
}

async function created(asked: unknown): Promise<{ id: string; humanUrl: string }> {
  const reply = await house.fetch("/v1/interactions", {
    method: "POST",
    body: JSON.stringify({ interaction: asked }),
    headers: { authorization: `Bearer ${house.owner.key}`, "content-type": "application/json" },
  });
  return ((await reply.json()) as { interaction: { id: string; humanUrl: string } }).interaction;
}

async function prepared(isAnswered: boolean): Promise<{ id: string; eventId: string }> {
  const { id, humanUrl } = await created(question());
  if (!isAnswered) return { id, eventId: "evt_bbbbbbbbbbbb" };
  await new Person(humanUrl, (url, init) => house.fetch(new URL(url).pathname, init)).answer("stop");
  const [row] = await house.sql`select event_id from answers where interaction_id = ${id}`;
  return { id, eventId: String(row?.["event_id"]) };
}
