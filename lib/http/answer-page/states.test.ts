import { answered, followUp, NOW, waiting } from "@/components/answer/examples/views";
import type { AnswerPageState, AnswerView } from "@/components/answer/view";
import { en } from "@/components/words/en";
import type { LinkView } from "@/lib/ask/verbs/link-view";
import { readPostedForm } from "@/lib/http/answer-page/posted-form";
import { renderAnswerPage } from "@/lib/http/answer-page/render";
import { errorPage, extensionPage, failurePage, pageOf, refusedPage } from "@/lib/http/answer-page/states";
import { exampleField } from "@/components/surface/fields/example";
import { ProtocolError } from "@sess.si/protocol";
import { describe, expect, it } from "vitest";

const context = {
  words: en,
  path: "/a/x",
  host: "sess.test",
  secure: true,
  draftKey: "d",
  assets: { css: "/c", js: "/j" },
};
const linkView = (view: typeof waiting): LinkView => ({
  ...view,
  extendedUntil: null,
  earlier: [...view.earlier],
  answer: view.answer && {
    ...view.answer,
    values: { ...view.answer.values },
    changed: [...view.answer.changed],
    receipt: "",
  },
});
const formOf = (entries: Record<string, string>) => readPostedForm(new URLSearchParams(entries).toString());
const htmlOf = (state: AnswerPageState) => renderAnswerPage(state, context);

describe("a form of an earlier question", () => {
  const old = formOf({ nonce: "n", revision: "1", extend: "1", "f.message": "Old words", "f.same": "s" });
  const next: AnswerView = {
    ...followUp,
    surface: {
      ...followUp.surface,
      source: {
        kind: "sess_surface",
        components: [exampleField({ name: "message", label: "New label", schema: { type: "string" } })],
      },
    },
  };

  it("is shown under the new one's labels nowhere, whatever was pressed", async () => {
    const open = linkView(next);
    const closed = linkView({ ...next, phase: "completed", answer: answered.answer, completedAt: NOW });
    const states = [
      pageOf(open, old),
      refusedPage({ outcome: "superseded", view: open }, old).state,
      refusedPage({ outcome: "stale_form", view: open }, old).state,
      extensionPage({ outcome: "extended", view: open }, old).state,
      extensionPage({ outcome: "confirm", view: open }, old).state,
      refusedPage({ outcome: "superseded", view: closed }, old).state,
      refusedPage({ outcome: "completed", view: closed }, old).state,
    ];
    for (const state of states) {
      const html = await htmlOf(state);
      expect(html).toContain('<dt lang="" class="agent-text">message</dt>');
      expect(html).not.toMatch(/New label<\/dt>|value="Old words"/);
      expect(html).toContain("It is shown here so that you can copy it.");
    }
  });

  it("is filled in again where it is this one's, or where a form does not say", async () => {
    for (const form of [formOf({ revision: "2", "f.message": "Mine" }), formOf({ "f.message": "Mine" })]) {
      expect(await htmlOf(pageOf(linkView(next), form))).toContain('value="Mine"');
    }
  });
});

describe("what will be sent", () => {
  const fields = [
    exampleField({ name: "day", label: "Day", schema: { type: "string", format: "date" }, value: "2026-01-01" }),
    exampleField({ name: "at", label: "At", schema: { type: "string", format: "date-time" } }),
    exampleField({ name: "go", label: "Go?", schema: { type: "boolean" }, option_labels: { true: "Ship it" } }),
  ];
  const view = linkView({
    ...waiting,
    surface: { ...waiting.surface, source: { kind: "sess_surface", components: fields } },
  });
  const posted = {
    "f.day": "2026-01-01",
    "f.day.typed": "2026-2-3",
    "f.at": "2026-03-01T14:30",
    "f.at.zone": "+02:00",
    "f.go": "true",
  };
  const shown = (html: string) =>
    [...html.matchAll(/<dd class="sent-value"><bdi[^>]*>([^<]*)</g)].map(([, text]) => text);

  it("is the answer as it was read, a moment with its zone, a choice in its words", async () => {
    const values = { day: "2026-02-03", at: "2026-03-01T14:30:00+02:00", go: true };
    const answer = { actionId: "approve", values, changed: ["day"] };
    const { state } = refusedPage({ outcome: "confirm", answer, view }, formOf(posted));
    expect(shown(await htmlOf(state))).toEqual(["2026-02-03", "2026-03-01 14:30 UTC+02:00", "Ship it"]);
  });

  it("is asked for on a page of its own age, so that a program that presses every button has not answered", () => {
    const answer = { actionId: "approve", values: {}, changed: [] };
    const { state } = refusedPage({ outcome: "confirm", answer, view: { ...view, nonce: "new" } }, formOf(posted));
    expect(state).toMatchObject({ page: "confirm", nonce: "new" });
  });

  it("is said as well where it can no longer be sent", async () => {
    const state = refusedPage({ outcome: "withdrawn", view: { ...view, phase: "withdrawn" } }, formOf(posted)).state;
    expect(shown(await htmlOf(state))).toEqual(["2026-2-3", "2026-03-01 14:30 UTC+02:00", "Ship it"]);
  });
});

describe("what is not known is not said", () => {
  it("after an error of ours behind a press", async () => {
    const form = formOf({ nonce: "n", action: "approve" });
    expect(errorPage(new Error("x"), form)).toBeNull();
    expect(errorPage(new ProtocolError("unavailable", "x"), form)?.status).toBe(503);
    const html = await htmlOf(failurePage("internal", form).state);
    expect(html).toMatch(/not known whether this was sent[\s\S]*Send again/);
    expect(html).not.toContain("Nothing was sent");
  });

  it("of an expired question: answers were taken until its deadline", async () => {
    const html = await htmlOf(pageOf(linkView({ ...waiting, phase: "expired", deadline: NOW - 60_000 }), null));
    expect(html).toContain("Answers were taken until ");
  });
});
