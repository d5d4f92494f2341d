import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { extendLink } from "@/lib/ask/verbs/extend-link";
import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { answered, asked, type Asked, HOUR, interaction, READING_MS, START } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { viewLink } from "@/lib/ask/verbs/view-link";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { describe, expect, test, vi } from "vitest";

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("viewLink", () => {
  test("shows an open question", async () => {
    const { visitor, secret, id } = await asked();
    expect(await viewLink(visitor, secret)).toEqual({
      phase: "waiting",
      workspaceName: "Acme",
      agentName: "Deploy bot",
      revision: 1,
      surface: expect.objectContaining({ title: "Which table?" }),
      deadline: START + HOUR,
      horizon: START + 11 * HOUR,
      canExtend: true,
      now: START,
      nonce: `nonce:${JSON.stringify({ interactionId: id, revision: 1, servedAt: START })}`,
      version: 1,
      answer: null,
      pickedUpAt: null,
      completedAt: null,
      withdrawnAt: null,
      earlier: [],
    });
  });

  test("shows what was answered before, in the words of the page", async () => {
    const question = await asked();
    const { eventId } = await answered(question);
    await publishRevision(question.agent, question.id, {
      ifMatch: '"1"',
      body: { response_event_id: eventId, interaction: { ...interaction, title: "And the wine?" } },
    });
    const view = await viewLink(question.visitor, question.secret);
    expect(view).toMatchObject({ revision: 2, phase: "waiting", answer: null });
    expect(view.earlier).toEqual([
      { revision: 1, title: "Which table?", actionLabel: "Book", submittedAt: START + READING_MS },
    ]);
  });

  test("changes nothing, in any phase", async () => {
    const question = await asked();
    const { app, agent, visitor, id, secret } = question;
    const unchanged = async () => {
      const before = structuredClone({ rows: app.store.rows, commits: app.store.commits });
      await viewLink(visitor, secret);
      expect({ rows: app.store.rows, commits: app.store.commits }).toEqual(before);
    };
    await unchanged();
    await pass(HOUR);
    await unchanged();
    const { nonce } = await viewLink(visitor, secret);
    await extendLink(visitor, secret, { nonce });
    await unchanged();
    const { eventId } = await answered(question);
    await unchanged();
    await completeInteraction(agent, id, { ifMatch: '"1"', body: { response_event_id: eventId } });
    await unchanged();
  });

  test("knows no other link", async () => {
    const { visitor, id } = await asked();
    for (const secret of ["", id, "secret-of-int_999999999999", "\0"]) {
      expect(await refused(viewLink(visitor, secret))).toMatchObject({ code: "not_found", status: 404 });
    }
  });
});

describe("extendLink", () => {
  async function pressed({ visitor, secret }: Asked) {
    const { nonce } = await viewLink(visitor, secret);
    return extendLink(visitor, secret, { nonce });
  }

  test("adds the lifetime, before the deadline and while lapsed", async () => {
    const question = await asked();
    expect(await pressed(question)).toMatchObject({ extended: true, view: { deadline: START + 2 * HOUR } });
    await pass(5 * HOUR);
    expect(await pressed(question)).toMatchObject({
      extended: true,
      view: { phase: "waiting", deadline: START + 6 * HOUR, horizon: START + 11 * HOUR },
    });
    expect((await getInteraction(question.agent, question.id)).interaction).toMatchObject({
      expiresAt: new Date(START + HOUR).toISOString(),
      extendedUntil: new Date(START + 6 * HOUR).toISOString(),
    });
  });

  test("ten times, and then no more", async () => {
    const question = await asked();
    for (let press = 1; press <= 10; press += 1) {
      expect((await pressed(question)).extended).toBe(true);
    }
    expect(await pressed(question)).toMatchObject({
      extended: false,
      view: { phase: "waiting", canExtend: false, deadline: START + 11 * HOUR },
    });
  });

  test("not with a form that is not ours, nor on a long, withdrawn, answered or expired link", async () => {
    const question = await asked();
    expect((await extendLink(question.visitor, question.secret, { nonce: "made up" })).extended).toBe(false);
    await answered(question);
    expect((await pressed(question)).extended).toBe(false);
    expect((await pressed(await asked({ expires_in: 20 * 3600 + 1 }))).extended).toBe(false);
    const withdrawn = await asked();
    await withdrawInteraction(withdrawn.agent, withdrawn.id, {});
    expect((await pressed(withdrawn)).extended).toBe(false);
    const expired = await asked();
    await pass(11 * HOUR);
    expect((await pressed(expired)).extended).toBe(false);
  });

  test("pressed twice at once gives the time once", async () => {
    const question = await asked();
    question.app.store.beforeCommit = () => pressed(question);
    expect(await pressed(question)).toMatchObject({ extended: true, view: { deadline: START + 2 * HOUR } });
    expect(question.app.store.commits).toEqual(["extended"]);
  });

  test("that an answer overtakes gives no time", async () => {
    const question = await asked();
    question.app.store.beforeCommit = () => answered(question);
    expect(await pressed(question)).toMatchObject({ extended: false, view: { phase: "answered" } });
  });
});
