import { openMount } from "@/e2e/support/mount";
import { Person } from "@/e2e/support/person";
import { ask, type Asked } from "@/e2e/support/questions";
import { age } from "@/e2e/support/rows";
import { describe, expect, it } from "vitest";

const { api, sql } = await openMount();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const detail = async (id: string) => (await api.get(`/v1/interactions/${id}`)).body.interaction;
const until = ({ expiresAt }: Asked) => Date.parse(expiresAt);

/** A question of one minute, so much later. */
async function asked(laterMs: number, expiresIn = 60): Promise<Asked & { person: Person }> {
  const made = await ask(api, { expires_in: expiresIn });
  const person = new Person(made.humanUrl);
  if (laterMs > 0) await age(sql, made.id, laterMs);
  return { ...made, person };
}

describe.concurrent("a link whose time is up", () => {
  it("is lapsed: waiting to the agent, and takes no answer", async () => {
    const made = await ask(api, { expires_in: 60 });
    const person = new Person(made.humanUrl);
    const { nonce } = await person.open();
    await age(sql, made.id, 70_000);
    expect(await detail(made.id)).toMatchObject({ state: "waiting", lapsed: true, answers: [] });
    const page = await person.press(nonce ?? "", "approve", { message: "Too late" });
    expect(page.status).not.toBe(303);
    expect(page.html).toContain("Too late");
    expect(await detail(made.id)).toMatchObject({ state: "waiting", lapsed: true, answers: [] });
  });

  it("takes the answer again once the person asked for more time, and keeps expiresAt", async () => {
    const made = await asked(70_000);
    const { nonce } = await made.person.open();
    const before = Date.now();
    const extended = await made.person.extend(nonce ?? "");
    expect(extended.status).toBe(303);
    const { extendedUntil, ...rest } = await detail(made.id);
    expect(rest).toMatchObject({ state: "waiting", expiresAt: new Date(until(made) - 70_000).toISOString() });
    expect(rest).not.toHaveProperty("lapsed");
    expect(Math.abs(Date.parse(extendedUntil) - before - 2 * MINUTE)).toBeLessThan(30_000);
    expect((await made.person.answer("stop")).status).toBe(303);
    expect(await detail(made.id)).toMatchObject({ state: "answered" });
  });

  it("is expired for good at its horizon, with no answer", async () => {
    const made = await asked(23 * MINUTE);
    expect(await detail(made.id)).toMatchObject({ state: "expired", answers: [] });
    const { body } = await api.get(`/v1/interactions/${made.id}/response`);
    expect(body.interaction).toEqual({ id: made.id, revision: 1, state: "expired" });
    const page = await made.person.open();
    expect(page.nonce).toBeNull();
  });

  it("expires at once where the lifetime is over 20 h", async () => {
    const made = await asked(0, 21 * 3_600);
    await age(sql, made.id, 21 * HOUR + 1_000);
    expect(await detail(made.id)).toMatchObject({ state: "expired" });
  });

  it("keeps an answer that was in time", async () => {
    const made = await asked(0);
    await made.person.answer("approve", { message: "In time" });
    await age(sql, made.id, 30 * HOUR);
    expect(await detail(made.id)).toMatchObject({ state: "answered", answers: [{ values: { message: "In time" } }] });
  });
});

describe.concurrent("more time", () => {
  it("is given ten times and more, never beyond the horizon", async () => {
    const made = await asked(0);
    let last = "";
    for (let press = 0; press < 12; press++) {
      // Each from an address of its own: together they press more often than one may.
      const person = new Person(made.humanUrl);
      const { nonce } = await person.open();
      if (nonce !== null) await person.extend(nonce);
      last = (await detail(made.id)).extendedUntil;
    }
    const horizon = until(made) - MINUTE + 11 * 2 * MINUTE;
    expect(Math.abs(Date.parse(last) - horizon)).toBeLessThan(2_000);
    const { nonce } = await made.person.open();
    await made.person.extend(nonce ?? "");
    expect((await detail(made.id)).extendedUntil).toBe(last);
  });

  it("adds the lifetime, and ends a day after the question", async () => {
    const made = await asked(0, 20 * 3_600);
    const { nonce } = await made.person.open();
    await made.person.extend(nonce ?? "");
    const day = until(made) - 20 * HOUR + 24 * HOUR;
    expect(Math.abs(Date.parse((await detail(made.id)).extendedUntil) - day)).toBeLessThan(2_000);
  });

  it("is not given where the lifetime is over 20 h", async () => {
    const made = await asked(0, 20 * 3_600 + 1);
    const { nonce } = await made.person.open();
    await made.person.extend(nonce ?? "");
    expect(await detail(made.id)).not.toHaveProperty("extendedUntil");
  });

  it("is not given to a form that was not served here", async () => {
    const made = await asked(0);
    await made.person.extend("nonsense");
    expect(await detail(made.id)).not.toHaveProperty("extendedUntil");
  });
});
