import { Closed, isSettled } from "@/components/answer/closed";
import { Confirm, confirmTitle } from "@/components/answer/confirm";
import { Document } from "@/components/answer/document";
import { FailurePage, failureTitle } from "@/components/answer/failure-page";
import { Frame } from "@/components/answer/frame";
import { Question } from "@/components/answer/question";
import type { AnswerPageState, AnswerView, PageContext } from "@/components/answer/view";
import { fill } from "@/components/words/fill";
import type { Words } from "@/components/words/words";

interface AnswerPageProps {
  state: AnswerPageState;
  context: PageContext;
}

/** The whole page for a state. Free of hooks and of React context: a static renderer has neither everywhere. */
export function AnswerPage({ state, context }: AnswerPageProps) {
  const view = state.page === "failure" ? null : state.view;
  return (
    <Document context={context} title={titleOf(state, context.words)} live={liveOf(view)} view={view}>
      <Frame context={context} view={view}>
        <Body state={state} context={context} />
      </Frame>
    </Document>
  );
}

function Body({ state, context }: AnswerPageProps) {
  switch (state.page) {
    case "question":
      return <Question state={state} context={context} />;
    case "confirm":
      return <Confirm state={state} context={context} />;
    case "closed":
      return <Closed state={state} context={context} />;
    case "failure":
      return <FailurePage state={state} context={context} />;
  }
}

function titleOf(state: AnswerPageState, words: Words): string {
  switch (state.page) {
    case "question": {
      const { title } = state.view.surface;
      return state.issues.length === 0 ? title : fill(words.problems.titlePrefix, { title });
    }
    case "confirm":
      return confirmTitle(state.press, words);
    case "closed":
      return state.taken ? words.taken.title : closedTitle(state.view, words);
    case "failure":
      return failureTitle(state, words);
  }
}

function closedTitle(view: AnswerView, { slip, closed }: Words): string {
  const { title } = view.surface;
  if (view.phase === "expired") return closed.expiredTitle;
  if (view.phase === "withdrawn") return closed.withdrawnTitle;
  return fill(view.phase === "completed" ? slip.doneTitlePrefix : slip.titlePrefix, { title });
}

/** A state that can still change is followed; its key says whether what is shown is still what is. */
function liveOf(view: AnswerView | null) {
  if (view === null || isSettled(view)) return null;
  return { version: view.version, key: `${view.version}.${view.phase}` };
}
