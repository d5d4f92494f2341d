import { openMount } from "@/e2e/support/mount";
import { Person } from "@/e2e/support/person";
import { ask, question, questionWith } from "@/e2e/support/questions";
import { canonicalJson, ReceiptClaims } from "@sess.si/protocol";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";

const { api, sql, workspaceId } = await openMount();

const detail = async (id: string) => (await api.get(`/v1/interactions/${id}`)).body.interaction;
const digest = (value: unknown) => createHash("sha256").update(canonicalJson(value)).digest("base64url");

describe.concurrent("one answer", () => {
  it("comes with a receipt that says exactly what was asked and answered", async () => {
    const proposal = { type: "field", name: "amount", label: "Amount", schema: { type: "number" }, value: -0.5 };
    const note = { type: "field", name: "note", label: "Note", required: false, schema: { type: "string" } };
    const { id, humanUrl } = await ask(api, { interaction: questionWith(proposal, note) });
    await new Person(humanUrl).answer("approve", { amount: "1.5", note: "é 👩🏻‍🚀" });
    const { surface, answers } = await detail(id);
    const [answer] = answers;
    expect(answer).toMatchObject({ values: { amount: 1.5, note: "é 👩🏻‍🚀" }, changed: ["amount"] });
    const keys = createLocalJWKSet((await api.get("/.well-known/jwks.json")).body as JSONWebKeySet);
    const { payload, protectedHeader } = await compactVerify(answer.receipt, keys);
    expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "sess-receipt+jws", kid: expect.any(String) });
    const claims = ReceiptClaims.parse(JSON.parse(new TextDecoder().decode(payload)));
    expect(claims).toMatchObject({
      jti: answer.eventId,
      sub: id,
      workspace: workspaceId,
      revision: 1,
      action: "approve",
      surface_sha256: digest(surface),
      answer_sha256: digest({ actionId: answer.actionId, values: answer.values }),
      changed: ["amount"],
      actor_assurance: "link_holder",
    });
    expect(Math.abs(claims.iat - Date.parse(answer.submittedAt) / 1000)).toBeLessThanOrEqual(1);
    expect(claims.iss).toMatch(/^https?:\/\//);
  });

  it("is one whoever sends it twice: the same form again gets the same answer", async () => {
    const { id, humanUrl } = await ask(api);
    const person = new Person(humanUrl);
    const { nonce } = await person.open();
    const pages = await Promise.all([1, 2, 3, 4].map(() => person.press(nonce ?? "", "approve", { message: "Hello" })));
    for (const page of pages) expect(page.status).toBe(303);
    const again = await person.press(nonce ?? "", "approve", { message: "Hello" });
    expect(again.status).toBe(303);
    expect((await detail(id)).answers).toHaveLength(1);
    const rows = await sql`select event_id from answers where interaction_id = ${id}`;
    expect(rows).toHaveLength(1);
  });

  it("is one whoever else answers at the same moment: the others see which", async () => {
    const { id, humanUrl } = await ask(api);
    const people = Array.from({ length: 8 }, () => new Person(humanUrl));
    const said = await Promise.all(people.map((person, n) => person.answer("approve", { message: `Phone ${n}` })));
    expect(said.filter(({ status }) => status === 303)).toHaveLength(1);
    const { answers } = await detail(id);
    expect(answers).toHaveLength(1);
    const winner = said.findIndex(({ status }) => status === 303);
    expect(answers[0].values.message).toBe(`Phone ${winner}`);
    for (const { status, html } of said.filter((page) => page.status !== 303)) {
      expect(status).toBeLessThan(500);
      expect(html).toContain(`Phone ${winner}`);
    }
  });

  it("goes to the revision that its form was served for, or nowhere", async () => {
    const { id, humanUrl } = await ask(api);
    const [first, late] = [new Person(humanUrl), new Person(humanUrl)];
    const { nonce } = await late.open();
    await first.answer("approve", { message: "First" });
    const { answers } = await detail(id);
    await api.post(
      `/v1/interactions/${id}/revisions`,
      { response_event_id: answers[0].eventId, interaction: question({ title: "And now?" }) },
      { headers: { "if-match": '"1"' } },
    );
    const page = await late.press(nonce ?? "", "approve", { message: "Late" });
    expect(page.status).not.toBe(303);
    expect(await detail(id)).toMatchObject({
      revision: 2,
      state: "waiting",
      answers: [{ values: { message: "First" } }],
    });
  });

  it("is not taken with a value that does not fit, and says what to mend", async () => {
    const { id, humanUrl } = await ask(api);
    const person = new Person(humanUrl);
    const { nonce } = await person.open();
    for (const message of ["", "x".repeat(201)]) {
      const page = await person.press(nonce ?? "", "approve", { message });
      expect(page.status).toBe(422);
      expect(page.html).toMatch(/<title>Error: /);
    }
    expect(await detail(id)).toMatchObject({ state: "waiting", answers: [] });
    expect((await person.press(nonce ?? "", "stop", { message: "" })).status).toBe(303);
    expect(await detail(id)).toMatchObject({ state: "answered", answers: [{ actionId: "stop", values: {} }] });
  });

  it("is not taken any more once the question was withdrawn", async () => {
    const { id, humanUrl } = await ask(api);
    const person = new Person(humanUrl);
    const { nonce } = await person.open();
    await api.post(`/v1/interactions/${id}/withdraw`, undefined);
    const page = await person.press(nonce ?? "", "approve", { message: "Late" });
    expect(page.status).not.toBe(303);
    expect(await detail(id)).toMatchObject({ state: "withdrawn", answers: [] });
  });
});

describe("a link to nothing", () => {
  it.each(["", "x", "A".repeat(32), "A".repeat(5_000), "%00", "..%2f"])("%j", async (secret) => {
    const person = new Person(`${api.origin}/a/${secret}`);
    expect((await person.open()).status).toBe(404);
    expect((await person.post({ nonce: "", action: "approve" })).status).toBe(404);
  });
});
