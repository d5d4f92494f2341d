import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { extendLink } from "@/lib/ask/verbs/extend-link";
import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { answerLink } from "@/lib/ask/verbs/answer-link";
import {
  answered,
  asked,
  booking,
  type Asked,
  HOUR,
  interaction,
  READING_MS,
  START,
} from "@/lib/ask/verbs/testing/questions";
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
      extendedUntil: null,
      horizon: START + 11 * HOUR,
      canExtend: true,
      now: START,
      nonce: `nonce:${JSON.stringify({ interactionId: id, revision: 1, servedAt: START, deadline: START + HOUR })}`,
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
    await pass(READING_MS);
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
    await pass(READING_MS);
    return extendLink(visitor, secret, { nonce });
  }

  test("adds the lifetime, before the deadline and while lapsed", async () => {
    const question = await asked();
    expect(await pressed(question)).toMatchObject({ outcome: "extended", view: { deadline: START + 2 * HOUR } });
    await pass(5 * HOUR - 2 * READING_MS);
    expect(await pressed(question)).toMatchObject({
      outcome: "extended",
      view: { phase: "waiting", deadline: START + 6 * HOUR, horizon: START + 11 * HOUR },
    });
    expect((await getInteraction(question.agent, question.id)).interaction).toMatchObject({
      expiresAt: new Date(START + HOUR).toISOString(),
      extendedUntil: new Date(START + 6 * HOUR).toISOString(),
    });
  });

  test("does not make the person's form a new one", async () => {
    const question = await asked();
    const { nonce } = (await pressed(question)).view;
    const result = await answerLink(question.visitor, question.secret, { nonce, ...booking });
    expect(result.outcome).toBe("accepted");
  });

  test("ten times, and then no more", async () => {
    const question = await asked();
    for (let press = 1; press <= 10; press += 1) {
      expect((await pressed(question)).outcome).toBe("extended");
    }
    expect(await pressed(question)).toMatchObject({
      outcome: "not_extended",
      view: { phase: "waiting", canExtend: false, deadline: START + 11 * HOUR },
    });
  });

  test("not on a long, withdrawn, answered or expired link", async () => {
    const question = await asked();
    await answered(question);
    expect((await pressed(question)).outcome).toBe("not_extended");
    expect((await pressed(await asked({ expires_in: 20 * 3600 + 1 }))).outcome).toBe("not_extended");
    const withdrawn = await asked();
    await withdrawInteraction(withdrawn.agent, withdrawn.id, {});
    expect((await pressed(withdrawn)).outcome).toBe("not_extended");
    const expired = await asked();
    await pass(11 * HOUR);
    expect((await pressed(expired)).outcome).toBe("not_extended");
  });

  test("not by a form that is not ours, which is its own outcome", async () => {
    const { app, visitor, secret } = await asked();
    const other = await asked({ app });
    const { nonce } = await viewLink(other.visitor, other.secret);
    for (const strange of ["made up", nonce]) {
      expect(await extendLink(visitor, secret, { nonce: strange })).toMatchObject({
        outcome: "stale_form",
        view: { phase: "waiting", canExtend: true, deadline: START + HOUR },
      });
    }
    expect(app.store.commits).toEqual([]);
  });

  test("gives one form its time once, however often it is sent", async () => {
    const { app, visitor, secret } = await asked();
    const { nonce } = await viewLink(visitor, secret);
    await pass(READING_MS);
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await extendLink(visitor, secret, { nonce })).toMatchObject({
        outcome: "extended",
        view: { deadline: START + 2 * HOUR },
      });
    }
    await pass(2 * HOUR);
    expect(await extendLink(visitor, secret, { nonce })).toMatchObject({
      outcome: "stale_form",
      view: { phase: "lapsed", canExtend: true },
    });
    expect(app.store.commits).toEqual(["extended"]);
  });

  test("says what was committed, with one load", async () => {
    const { app, visitor, secret } = await asked();
    const { nonce } = await viewLink(visitor, secret);
    await pass(READING_MS);
    const before = app.store.reads;
    const { view } = await extendLink(visitor, secret, { nonce });
    expect(app.store.reads).toBe(before + 1);
    const { nonce: _, ...shown } = view;
    expect(await viewLink(visitor, secret)).toMatchObject(shown);
  });

  test("asks once more when pressed faster than a person reads", async () => {
    const { app, visitor, secret } = await asked();
    const { nonce } = await viewLink(visitor, secret);
    await pass(300);
    expect(await extendLink(visitor, secret, { nonce })).toMatchObject({
      outcome: "confirm",
      view: { deadline: START + HOUR },
    });
    expect(app.store.commits).toEqual([]);
    await pass(READING_MS);
    expect((await extendLink(visitor, secret, { nonce })).outcome).toBe("extended");
  });

  test("pressed twice at once gives the time once", async () => {
    const question = await asked();
    question.app.store.beforeCommit = () => pressed(question);
    expect(await pressed(question)).toMatchObject({ outcome: "extended", view: { deadline: START + 2 * HOUR } });
    expect(question.app.store.commits).toEqual(["extended"]);
  });

  test("that an answer overtakes gives no time", async () => {
    const question = await asked();
    question.app.store.beforeCommit = () => answered(question);
    expect(await pressed(question)).toMatchObject({ outcome: "not_extended", view: { phase: "answered" } });
  });
});
