import type { Phase } from "@/lib/ask/core/state";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What one interaction must be, told without the code under test. Times are ms of the real clock. */
export interface Question {
  id: string;
  secret: string;
  title: string;
  lifetime: number;
  created: number;
  deadline: number;
  horizon: number;
  revision: number;
  /** By revision; the current one's is the last, if it has been given. */
  answers: { revision: number; submission: string; eventId: string }[];
  isPickedUp: boolean;
  isCompleted: boolean;
  isWithdrawn: boolean;
  /** What was committed, in order. */
  events: string[];
}

/** A page that a person has in front of them. */
export interface Form {
  question: Question;
  revision: number;
  nonce: string;
}

export interface Model {
  questions: Question[];
  forms: Form[];
  keys: Map<string, { request: string; reply: () => object; used: number }>;
}

export function newQuestion(made: {
  id: string;
  humanUrl: string;
  title: string;
  lifetime: number;
  now: number;
}): Question {
  const { id, humanUrl, title, lifetime, now } = made;
  const press = Math.max(lifetime, 2 * MINUTE);
  return {
    id,
    secret: humanUrl.split("/a/")[1] ?? "",
    title,
    lifetime,
    created: now,
    deadline: now + lifetime,
    horizon: lifetime > 20 * HOUR ? now + lifetime : now + Math.min(24 * HOUR, 11 * press),
    revision: 1,
    answers: [],
    isPickedUp: false,
    isCompleted: false,
    isWithdrawn: false,
    events: ["created"],
  };
}

export function currentAnswer(question: Question): Question["answers"][number] | undefined {
  return question.answers.find(({ revision }) => revision === question.revision);
}

export function phase(question: Question, now: number): Phase {
  if (question.isCompleted) return "completed";
  if (question.isWithdrawn) return "withdrawn";
  if (currentAnswer(question)) return "answered";
  if (now >= question.horizon) return "expired";
  return now >= question.deadline ? "lapsed" : "waiting";
}

export function wireState(question: Question, now: number): string {
  const name = phase(question, now);
  return name === "lapsed" ? "waiting" : name;
}

export function mayExtend(question: Question, now: number): boolean {
  return ["waiting", "lapsed"].includes(phase(question, now)) && question.deadline < question.horizon;
}

/** The deadline after one press. */
export function extended(question: Question, now: number): number {
  const from = Math.max(question.deadline, now);
  return Math.min(from + Math.max(question.lifetime, 2 * MINUTE), question.horizon);
}

/** Everything is `ms` older. */
export function passTime(model: Model, ms: number): void {
  for (const question of model.questions) {
    question.created -= ms;
    question.deadline -= ms;
    question.horizon -= ms;
  }
  for (const use of model.keys.values()) use.used -= ms;
}

export function keyInUse(model: Model, key: string | undefined, now: number) {
  const use = key === undefined ? undefined : model.keys.get(key);
  return use && now < use.used + 24 * HOUR ? use : undefined;
}
