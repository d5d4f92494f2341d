import { examples as boolean } from "@/components/surface/fields/boolean/examples";
import type { Posted } from "@/components/surface/fields/control";
import { examples as multiline } from "@/components/surface/fields/multiline/examples";
import type { AnswerView } from "@/components/answer/view";
import type { FieldComponent, Surface } from "@sess.si/protocol";

export const NOW = Date.UTC(2026, 2, 1, 14, 18);
export const MINUTE = 60_000;

export const message = fieldNamed(multiline, "proposed");

export const commit: Surface = {
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

export const waiting: AnswerView = {
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

export const answered: AnswerView = {
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

export const followUp: AnswerView = {
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

export const posted: Posted = { "f.message": ["Greet people by first name"] };
export const LONG = "x".repeat(200);

/** The example of a field by its name. */
export function fieldNamed(examples: readonly { name: string; field: FieldComponent }[], name: string): FieldComponent {
  const found = examples.find((example) => example.name === name);
  if (found === undefined) throw new Error(`there is no example "${name}"`);
  return found.field;
}
