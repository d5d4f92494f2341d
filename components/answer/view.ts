import type { Posted } from "@/components/surface/fields/control";
import type { Words } from "@/components/words/words";
import type { AnswerIssue, AnswerValue, Surface } from "@sess.si/protocol";

/** What the page knows about a question. Times are ms by the server's clock, of which `now` is the reading. */
export interface AnswerView {
  phase: "waiting" | "lapsed" | "answered" | "completed" | "expired" | "withdrawn";
  workspaceName: string;
  agentName: string;
  revision: number;
  surface: Surface;
  deadline: number;
  horizon: number;
  canExtend: boolean;
  now: number;
  nonce: string;
  version: number;
  answer: SentAnswer | null;
  pickedUpAt: number | null;
  completedAt: number | null;
  withdrawnAt: number | null;
  earlier: readonly EarlierAnswer[];
}

export interface SentAnswer {
  eventId: string;
  actionId: string;
  values: Readonly<Record<string, AnswerValue>>;
  changed: readonly string[];
  submittedAt: number;
}

export interface EarlierAnswer {
  revision: number;
  title: string;
  actionLabel: string;
  submittedAt: number;
}

/** Why the page says something above the question. */
export type QuestionNotice = "extended" | "not_extended" | "superseded" | "stale" | "stale_more" | "choose_button";

/** What is asked for once more: an answer with what would be sent, or more time. */
export type ConfirmedPress =
  | { kind: "answer"; actionId: string; values: SentAnswer["values"]; changed: SentAnswer["changed"] }
  | { kind: "more" };

/** A form that nobody will send any more. */
export interface Unsent {
  posted: Posted;
  /** The question that it was filled in for; null where that is not known, and its fields go by their names. */
  surface: Surface | null;
}

/** Every page there is. */
export type AnswerPageState =
  | {
      page: "question";
      view: AnswerView;
      notice: QuestionNotice | null;
      posted: Posted | null;
      /** What was typed into an earlier question that closed meanwhile. */
      unsent: Unsent | null;
      issues: readonly AnswerIssue[];
      nonce: string;
    }
  | { page: "confirm"; view: AnswerView; press: ConfirmedPress; posted: Posted; nonce: string }
  | {
      page: "closed";
      view: AnswerView;
      unsent: Unsent | null;
      taken: boolean;
    }
  | {
      page: "failure";
      failure: Failure;
      again: readonly (readonly [string, string])[] | null;
      retryAfter: number | null;
    };

export type QuestionState = Extract<AnswerPageState, { page: "question" }>;

export type Failure =
  | "unknown"
  | "unavailable"
  | "too_many"
  | "too_large"
  | "wrong_type"
  | "wrong_encoding"
  | "internal";

/** What a page needs beside its state. */
export interface PageContext {
  words: Words;
  /** Where the form is posted: the page's own address. */
  path: string;
  /** Where people see that they are: the host of the public origin. */
  host: string;
  /** Whether the connection to it is private. */
  secure: boolean;
  /** Names drafts on the device without naming the link. */
  draftKey: string;
  assets: { css: string; js: string };
}
