import type { AnswerPageState, PageContext } from "@/components/answer/view";
import { Icon } from "@/components/ui/icon";
import { fill } from "@/components/words/fill";
import type { Words } from "@/components/words/words";

export type FailureState = Extract<AnswerPageState, { page: "failure" }>;

interface FailureProps {
  state: FailureState;
  context: PageContext;
}

/** A page without a question: what happened, whether anything was lost, and what to do. */
export function FailurePage({ state, context }: FailureProps) {
  const { words } = context;
  return (
    <main id="main" tabIndex={-1}>
      <div className="ending ending-wait">
        <h1 id="ending" tabIndex={-1} className="ending-title">
          <Icon name="alert" />
          <span>{failureTitle(state, words)}</span>
        </h1>
        <p>{failureLine(state, words)}</p>
        <Retry state={state} context={context} />
      </div>
    </main>
  );
}

/** What was posted is in the page, so that one press sends the very same again. */
function Retry({ state, context }: FailureProps) {
  const { retry, sendAgain } = context.words.failures;
  if (state.failure === "unknown") return null;
  if (state.again === null) {
    return (
      <a className="button button-secondary" href={context.path}>
        {retry}
      </a>
    );
  }
  return (
    <form method="post" action={context.path} acceptCharset="utf-8">
      {state.again.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button-primary">
        {sendAgain}
      </button>
    </form>
  );
}

export function failureTitle({ failure }: FailureState, { failures }: Words): string {
  switch (failure) {
    case "unknown":
      return failures.unknownTitle;
    case "unavailable":
      return failures.unavailableTitle;
    case "too_many":
      return failures.tooManyTitle;
    case "too_large":
      return failures.tooLargeTitle;
    case "wrong_type":
      return failures.wrongTypeTitle;
    case "wrong_encoding":
      return failures.wrongEncodingTitle;
    case "internal":
      return failures.internalTitle;
  }
}

function failureLine({ failure, again, retryAfter }: FailureState, { failures }: Words): string {
  switch (failure) {
    case "unknown":
      return failures.unknown;
    case "unavailable":
      return again === null ? failures.unavailable : failures.unavailablePost;
    case "too_many":
      return fill(failures.tooMany, { seconds: retryAfter ?? 1 });
    case "too_large":
      return failures.tooLarge;
    case "wrong_type":
      return failures.wrongType;
    case "wrong_encoding":
      return failures.wrongEncoding;
    case "internal":
      return again === null ? failures.internal : failures.internalPost;
  }
}
