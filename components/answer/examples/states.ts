import { everyField, everyIssue } from "@/components/answer/examples/every-field";
import { question } from "@/components/answer/examples/question";
import {
  answered,
  commit,
  fieldNamed,
  followUp,
  LONG,
  message,
  MINUTE,
  NOW,
  posted,
  waiting,
} from "@/components/answer/examples/views";
import type { AnswerPageState, AnswerView } from "@/components/answer/view";
import { examples as choice } from "@/components/surface/fields/choice/examples";

const approval = {
  kind: "answer",
  actionId: "approve",
  values: { message: "Greet people by first name" },
  changed: ["message"],
} as const;
const refusal = { kind: "answer", actionId: "stop", values: {}, changed: [] } as const;

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
  "stale-more": question(waiting, { notice: "stale_more", posted }),
  superseded: question(followUp, { notice: "superseded", unsent: { posted, surface: commit } }),
  "superseded-unknown": question(followUp, { notice: "superseded", unsent: { posted, surface: null } }),
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
  confirm: { page: "confirm", view: waiting, press: approval, posted, nonce: waiting.nonce },
  "confirm-reject": { page: "confirm", view: waiting, press: refusal, posted, nonce: waiting.nonce },
  "confirm-more-time": { page: "confirm", view: waiting, press: { kind: "more" }, posted, nonce: waiting.nonce },
  answered: { page: "closed", view: answered, unsent: null, taken: false },
  "picked-up": {
    page: "closed",
    view: { ...answered, version: 3, pickedUpAt: NOW },
    unsent: null,
    taken: false,
  },
  rejected: {
    page: "closed",
    view: rejected(),
    unsent: null,
    taken: false,
  },
  "already-answered": { page: "closed", view: answered, unsent: { posted, surface: commit }, taken: true },
  "already-answered-later": { page: "closed", view: answered, unsent: { posted, surface: null }, taken: true },
  completed: {
    page: "closed",
    view: { ...answered, phase: "completed", version: 4, pickedUpAt: NOW, completedAt: NOW },
    unsent: null,
    taken: false,
  },
  withdrawn: {
    page: "closed",
    view: { ...waiting, phase: "withdrawn", withdrawnAt: NOW - MINUTE },
    unsent: null,
    taken: false,
  },
  expired: {
    page: "closed",
    view: { ...waiting, phase: "expired", deadline: NOW - MINUTE },
    unsent: { posted, surface: commit },
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
  "internal-after-press": {
    page: "failure",
    failure: "internal",
    again: [["nonce", "example-nonce"]],
    retryAfter: null,
  },
  "too-many": { page: "failure", failure: "too_many", again: null, retryAfter: 7 },
  "too-large": { page: "failure", failure: "too_large", again: null, retryAfter: null },
  "wrong-type": { page: "failure", failure: "wrong_type", again: null, retryAfter: null },
  "wrong-encoding": { page: "failure", failure: "wrong_encoding", again: null, retryAfter: null },
  internal: { page: "failure", failure: "internal", again: null, retryAfter: null },
};

function rejected(): AnswerView {
  const { answer } = answered;
  return answer === null ? answered : { ...answered, answer: { ...answer, actionId: "stop", values: {}, changed: [] } };
}
