import { AnswerForm } from "@/components/answer/answer-form";
import { Asked } from "@/components/answer/asked";
import { Deadline, ExtendButton } from "@/components/answer/deadline";
import { Earlier } from "@/components/answer/earlier";
import { QuestionNoticeBox } from "@/components/answer/question-notice";
import { Typed } from "@/components/answer/typed";
import type { PageContext, QuestionState } from "@/components/answer/view";
import { Actions, InertDefault } from "@/components/surface/actions";
import { Components } from "@/components/surface/components";
import { ErrorSummary } from "@/components/surface/error-summary";
import type { Words } from "@/components/words/words";

interface QuestionProps {
  state: QuestionState;
  context: PageContext;
}

/** The question and its form. */
export function Question({ state, context }: QuestionProps) {
  const { view, posted, issues, nonce } = state;
  const { words } = context;
  return (
    <main id="main" tabIndex={-1}>
      <Earlier view={view} words={words} />
      <AnswerForm view={view} context={context} nonce={nonce} phase={view.phase} posted={posted !== null}>
        <InertDefault />
        {issues.length === 0 ? null : <ErrorSummary surface={view.surface} issues={issues} words={words} />}
        <QuestionNoticeBox state={state} words={words} />
        <Asked view={view} />
        {view.phase === "lapsed" ? null : <Deadline view={view} context={context} />}
        <DraftLine words={words} />
        <Components components={view.surface.source.components} posted={posted} issues={issues} words={words} />
        {view.phase === "lapsed" ? <MoreTime words={words} /> : <Actions surface={view.surface} words={words} />}
      </AnswerForm>
      <Typed unsent={state.unsent} words={words} />
    </main>
  );
}

function DraftLine({ words }: { words: Words }) {
  return (
    <p id="draft" className="draft-line" hidden>
      {words.form.draftBack}{" "}
      <button type="button" className="link-button" data-start-over="">
        {words.form.startOver}
      </button>
    </p>
  );
}

function MoreTime({ words }: { words: Words }) {
  return (
    <div className="actions">
      <ExtendButton label={words.deadline.more} look="secondary" />
    </div>
  );
}
