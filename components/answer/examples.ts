import { examples as boolean } from "@/components/surface/fields/boolean/examples";
import { examples as choice } from "@/components/surface/fields/choice/examples";
import type { Posted } from "@/components/surface/fields/control";
import { FIELD_EXAMPLES } from "@/components/surface/fields/examples";
import { examples as multiline } from "@/components/surface/fields/multiline/examples";
import type { AnswerPageState, AnswerView } from "@/components/answer/view";
import type { AnswerIssue, Component, FieldComponent, Surface } from "@sess.si/protocol";

const NOW = Date.UTC(2026, 2, 1, 14, 18);
const MINUTE = 60_000;

const message = fieldNamed(multiline, "proposed");

const commit: Surface = {
  mode: "interactive",
  title: "Approve this commit?",
  description: "The tests pass. I would like to push it before the release at 15:00.",
  source: {
    kind: "sess_surface",
    components: [
      {
        type: "record",
        label: "What changed",
        fields: {
          "src/greeting.js": "The greeting now uses the person’s first name",
          "test/greeting.test.js": "One new test for the first-name greeting",
        },
      },
      message,
    ],
  },
  actions: [
    { id: "approve", label: "Approve and commit", intent: "approve" },
    { id: "stop", label: "Stop", intent: "reject" },
  ],
};

const waiting: AnswerView = {
  phase: "waiting",
  workspaceName: "Acme",
  agentName: "Release agent",
  revision: 1,
  surface: commit,
  deadline: NOW + 12 * MINUTE,
  horizon: NOW + 100 * MINUTE,
  canExtend: true,
  now: NOW,
  nonce: "example-nonce",
  version: 1,
  answer: null,
  pickedUpAt: null,
  completedAt: null,
  withdrawnAt: null,
  earlier: [],
};

const answered: AnswerView = {
  ...waiting,
  phase: "answered",
  version: 2,
  answer: {
    eventId: "evt_01jx5n2c8vq4r7tkm3wz",
    actionId: "approve",
    values: { message: "Greet people by first name\n\nAdds a test." },
    changed: ["message"],
    submittedAt: NOW - MINUTE,
  },
};

const followUp: AnswerView = {
  ...waiting,
  revision: 2,
  version: 4,
  surface: {
    mode: "interactive",
    title: "Committed. Tell the customer too?",
    source: { kind: "sess_surface", components: [fieldNamed(boolean, "plain")] },
    actions: [{ id: "send", label: "Send", intent: "submit" }],
  },
  earlier: [{ revision: 1, title: commit.title, actionLabel: "Approve and commit", submittedAt: NOW - 3 * MINUTE }],
};

const posted: Posted = { "f.message": ["Greet people by first name"] };
const LONG = "x".repeat(200);

function question(view: AnswerView, parts: Partial<Extract<AnswerPageState, { page: "question" }>> = {}) {
  return {
    page: "question",
    view,
    notice: null,
    posted: null,
    lost: null,
    issues: [],
    nonce: view.nonce,
    ...parts,
  } as const;
}

/** Every state of the page by name: tests look at all of them. */
export const STATE_EXAMPLES: Readonly<Record<string, AnswerPageState>> = {
  waiting: question(waiting),
  "waiting-no-more-time": question({ ...waiting, canExtend: false, deadline: NOW + 30 * 60 * MINUTE }),
  "nearly-over": question({ ...waiting, deadline: NOW + MINUTE }),
  lapsed: question({ ...waiting, phase: "lapsed", deadline: NOW - MINUTE }, { posted }),
  extended: question(waiting, { notice: "extended", posted }),
  "not-extended": question({ ...waiting, canExtend: false }, { notice: "not_extended", posted }),
  problems: question(everyField(), { posted: {}, issues: everyIssue() }),
  "choose-button": question(waiting, { notice: "choose_button", posted }),
  stale: question(waiting, { notice: "stale", posted }),
  superseded: question(followUp, { notice: "superseded", lost: posted }),
  "follow-up": question(followUp),
  "five-actions": question({
    ...waiting,
    surface: {
      ...commit,
      title: "What should happen to the release?",
      source: { kind: "sess_surface", components: [fieldNamed(choice, "few")] },
      actions: [
        { id: "later", label: "Ask me later", intent: "neutral" },
        { id: "ship", label: "Ship it", intent: "approve" },
        { id: "hold", label: "Hold until Monday", intent: "submit" },
        { id: "drop", label: "Drop it", intent: "reject" },
        { id: "revert", label: "Revert all", intent: "reject" },
      ],
    },
  }),
  "every-field": question(everyField()),
  "long-words": question({
    ...waiting,
    agentName: LONG.slice(0, 80),
    surface: {
      ...commit,
      title: LONG.slice(0, 80),
      description: LONG,
      source: {
        kind: "sess_surface",
        components: [
          { type: "heading", text: LONG.slice(0, 60) },
          { type: "text", text: LONG },
          { type: "record", label: LONG, fields: { [LONG.slice(0, 40)]: LONG } },
          { ...message, label: LONG.slice(0, 60), value: LONG },
        ],
      },
      actions: [{ id: "ok", label: LONG.slice(0, 24), intent: "submit" }],
    },
  }),
  "right-to-left": question({
    ...waiting,
    agentName: "وكيل الإصدار",
    workspaceName: "أكمي",
    surface: {
      mode: "interactive",
      title: "هل توافق على هذا التغيير؟",
      description: "نجحت كل الاختبارات. النسخة 2.4.1 جاهزة.",
      source: {
        kind: "sess_surface",
        components: [
          { type: "text", text: "التغيير في src/greeting.js فقط.\n\nلا يغيّر شيئًا آخر." },
          { type: "record", label: "ما الذي تغيّر", fields: { الملف: "src/greeting.js", الأسطر: "12" } },
          { ...message, label: "رسالة الالتزام", value: "تحية بالاسم الأول" },
        ],
      },
      actions: [
        { id: "approve", label: "موافقة", intent: "approve" },
        { id: "stop", label: "إيقاف", intent: "reject" },
      ],
    },
  }),
  confirm: { page: "confirm", view: waiting, actionId: "approve", posted, nonce: waiting.nonce },
  "confirm-reject": { page: "confirm", view: waiting, actionId: "stop", posted, nonce: waiting.nonce },
  answered: { page: "closed", view: answered, posted: null, taken: false },
  "picked-up": {
    page: "closed",
    view: { ...answered, version: 3, pickedUpAt: NOW },
    posted: null,
    taken: false,
  },
  rejected: {
    page: "closed",
    view: { ...answered, answer: { ...answeredAnswer(), actionId: "stop", values: {}, changed: [] } },
    posted: null,
    taken: false,
  },
  "already-answered": { page: "closed", view: answered, posted, taken: true },
  completed: {
    page: "closed",
    view: { ...answered, phase: "completed", version: 4, pickedUpAt: NOW, completedAt: NOW },
    posted: null,
    taken: false,
  },
  withdrawn: {
    page: "closed",
    view: { ...waiting, phase: "withdrawn", withdrawnAt: NOW - MINUTE },
    posted: null,
    taken: false,
  },
  expired: {
    page: "closed",
    view: { ...waiting, phase: "expired", deadline: NOW - MINUTE },
    posted,
    taken: false,
  },
  unknown: { page: "failure", failure: "unknown", again: null, retryAfter: null },
  unavailable: { page: "failure", failure: "unavailable", again: null, retryAfter: 1 },
  "unavailable-after-press": {
    page: "failure",
    failure: "unavailable",
    again: [
      ["nonce", "example-nonce"],
      ["action", "approve"],
    ],
    retryAfter: 1,
  },
  "too-many": { page: "failure", failure: "too_many", again: null, retryAfter: 7 },
  "too-large": { page: "failure", failure: "too_large", again: null, retryAfter: null },
  "wrong-type": { page: "failure", failure: "wrong_type", again: null, retryAfter: null },
  internal: { page: "failure", failure: "internal", again: null, retryAfter: null },
};

/** Every example of a field alone on a page of its own, by `<kind>/<name>`. */
export const FIELD_PAGES: Readonly<Record<string, AnswerPageState>> = Object.fromEntries(
  Object.entries(FIELD_EXAMPLES).flatMap(([kind, examples]) =>
    examples.map(({ name, field, posted: sent, issue }) => {
      const surface = { ...commit, source: { kind: "sess_surface" as const, components: [field] } };
      const issues = issue === undefined ? [] : [issue];
      const state = question({ ...waiting, surface }, { posted: sent ?? null, issues });
      return [`field-${kind}-${name.replace(/[^a-z]+/g, "-")}`, state];
    }),
  ),
);

function answeredAnswer() {
  const { answer } = answered;
  if (answer === null) throw new Error("the example has an answer");
  return answer;
}

function everyField(): AnswerView {
  const fields: Component[] = Object.values(FIELD_EXAMPLES).flatMap(([first]) => first?.field ?? []);
  const title = "A few things before I go on";
  return { ...waiting, surface: { ...commit, title, source: { kind: "sess_surface", components: fields } } };
}

function everyIssue(): AnswerIssue[] {
  return everyField().surface.source.components.flatMap((component) =>
    component.type === "field" && component.required ? [{ field: component.name, code: "required" as const }] : [],
  );
}

function fieldNamed(examples: readonly { name: string; field: FieldComponent }[], name: string): FieldComponent {
  const found = examples.find((example) => example.name === name);
  if (found === undefined) throw new Error(`there is no example "${name}"`);
  return found.field;
}
