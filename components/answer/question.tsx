import { Asked } from "@/components/answer/asked";
import { Deadline, ExtendButton } from "@/components/answer/deadline";
import { Earlier } from "@/components/answer/earlier";
import { QuestionNoticeBox } from "@/components/answer/question-notice";
import { Typed } from "@/components/answer/typed";
import type { AnswerPageState, PageContext } from "@/components/answer/view";
import { Actions, InertDefault } from "@/components/surface/actions";
import { Components } from "@/components/surface/components";
import { ErrorSummary } from "@/components/surface/error-summary";

export type QuestionState = Extract<AnswerPageState, { page: "question" }>;

interface QuestionProps {
  state: QuestionState;
  context: PageContext;
}

/** The question and its form: whole without a script. */
export function Question({ state, context }: QuestionProps) {
  const { view, posted, issues } = state;
  const { words } = context;
  return (
    <main id="main" tabIndex={-1}>
      <Earlier view={view} words={words} />
      <form
        id="form"
        method="post"
        action={context.path}
        noValidate
        acceptCharset="utf-8"
        className="question"
        data-revision={view.revision}
        data-phase={view.phase}
        data-posted={posted === null ? undefined : ""}
      >
        <InertDefault />
        <input type="hidden" name="nonce" value={state.nonce} />
        {issues.length === 0 ? null : <ErrorSummary surface={view.surface} issues={issues} words={words} />}
        <QuestionNoticeBox state={state} words={words} />
        <Asked view={view} />
        {view.phase === "lapsed" ? null : <Deadline view={view} context={context} />}
        <p id="draft" className="draft-line" hidden>
          {words.form.draftBack}{" "}
          <button type="button" className="link-button" data-start-over="">
            {words.form.startOver}
          </button>
        </p>
        <Components components={view.surface.source.components} posted={posted} issues={issues} words={words} />
        {view.phase === "lapsed" ? (
          <div className="actions">
            <ExtendButton label={words.deadline.more} look="secondary" />
          </div>
        ) : (
          <Actions surface={view.surface} words={words} />
        )}
      </form>
      <Typed surface={view.surface} posted={state.lost} title={words.closed.typedTitle} words={words} />
    </main>
  );
}
