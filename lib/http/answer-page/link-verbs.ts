import { answerLink, type AnswerResult } from "@/lib/ask/verbs/answer-link";
import { askedBefore } from "@/lib/ask/verbs/asked-before";
import { extendLink, type Extension } from "@/lib/ask/verbs/extend-link";
import type { LinkView } from "@/lib/ask/verbs/link-view";
import { viewLink } from "@/lib/ask/verbs/view-link";
import { watchLink } from "@/lib/ask/verbs/watch-link";
import type { Ctx } from "@/lib/context";
import type { AppPorts } from "@/lib/http/ports";
import type { Surface } from "@sess.si/protocol";

/** What a link can do, with the person as the actor. */
export interface LinkVerbs {
  view(secret: string, signal: AbortSignal): Promise<LinkView>;
  watch(
    secret: string,
    since: { version: number; waitMs: number },
    signal: AbortSignal,
  ): Promise<{ version: number; changed: boolean }>;
  answer(
    secret: string,
    form: { nonce: string; actionId: string; fields: Record<string, string[]> },
    signal: AbortSignal,
  ): Promise<AnswerResult>;
  extend(secret: string, form: { nonce: string }, signal: AbortSignal): Promise<Extension>;
  askedBefore(secret: string, nonce: string, signal: AbortSignal): Promise<Surface | null>;
}

export function linkVerbs(app: Pick<AppPorts, "ask">): LinkVerbs {
  const ctx = (signal: AbortSignal): Ctx => ({ actor: { kind: "person" }, ask: app.ask, signal });
  return {
    view: (secret, signal) => viewLink(ctx(signal), secret),
    watch: (secret, since, signal) => watchLink(ctx(signal), secret, since),
    answer: (secret, form, signal) => answerLink(ctx(signal), secret, form),
    extend: (secret, form, signal) => extendLink(ctx(signal), secret, form),
    askedBefore: (secret, nonce, signal) => askedBefore(ctx(signal), secret, nonce),
  };
}
