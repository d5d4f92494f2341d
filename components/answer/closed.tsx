import { Earlier } from "@/components/answer/earlier";
import { Slip } from "@/components/answer/slip";
import { Typed } from "@/components/answer/typed";
import type { AnswerPageState, AnswerView, PageContext, SentAnswer } from "@/components/answer/view";
import { Icon, type IconName } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { Sentence } from "@/components/ui/sentence";
import type { Words } from "@/components/words/words";

type ClosedState = Extract<AnswerPageState, { page: "closed" }>;

interface ClosedProps {
  state: ClosedState;
  context: PageContext;
}

/** A question that takes no answer any more: each way of closing has its own sentence and its own next step. */
export function Closed({ state, context }: ClosedProps) {
  const { view, taken, unsent } = state;
  const { words } = context;
  const ending = taken && view.answer !== null ? takenEnding(view, view.answer, words) : endingOf(view, context);
  return (
    <main id="main" tabIndex={-1}>
      <Earlier view={view} words={words} />
      <div className={`ending ending-${ending.tone}`}>
        <h1 id="ending" tabIndex={-1} className="ending-title">
          <Icon name={ending.icon} />
          <span>{ending.title}</span>
        </h1>
        {ending.line === null ? null : <p>{ending.line}</p>}
        {ending.next === null ? null : <p className="ending-next">{ending.next}</p>}
        {isSettled(view) ? null : (
          <a className="reload script-off" href={context.path}>
            {words.reload}
          </a>
        )}
      </div>
      {view.answer === null ? (
        <ClosedQuestion view={view} context={context} />
      ) : (
        <Slip view={view} answer={view.answer} context={context} />
      )}
      <Typed unsent={unsent} words={words} />
    </main>
  );
}

/** Nothing can happen to it any more. */
export function isSettled(view: AnswerView): boolean {
  return view.phase === "completed" || view.phase === "expired" || view.phase === "withdrawn";
}

interface Ending {
  tone: "good" | "wait" | "soft";
  icon: IconName;
  title: string;
  line: React.ReactNode;
  next: string | null;
}

function endingOf(view: AnswerView, { words }: PageContext): Ending {
  const { slip, closed } = words;
  const at = (moment: number) => ({ moment: <Moment at={moment} now={view.now} words={words} /> });
  if (view.phase === "expired") {
    const line = <Sentence text={closed.expired} values={at(view.deadline)} />;
    return { tone: "soft", icon: "clock", title: closed.expiredTitle, line, next: closed.expiredNext };
  }
  if (view.phase === "withdrawn") {
    const line = <Sentence text={closed.withdrawn} values={at(view.withdrawnAt ?? view.now)} />;
    return { tone: "soft", icon: "undo", title: closed.withdrawnTitle, line, next: closed.withdrawnNext };
  }
  if (view.phase === "completed") {
    return { tone: "good", icon: "check", title: slip.doneTitle, line: null, next: slip.doneNext };
  }
  if (view.pickedUpAt !== null) {
    return { tone: "good", icon: "check", title: slip.pickedTitle, line: null, next: slip.pickedNext };
  }
  return { tone: "wait", icon: "check", title: slip.waitingTitle, line: null, next: slip.waitingNext };
}

/** For somebody who did not get through: it may be their own answer from another device, but it is not this page's. */
function takenEnding(view: AnswerView, answer: SentAnswer, words: Words): Ending {
  const action = view.surface.actions.find(({ id }) => id === answer.actionId)?.label ?? answer.actionId;
  const values = {
    moment: <Moment at={answer.submittedAt} now={view.now} words={words} />,
    action: (
      <bdi lang="" className="agent-text">
        {action}
      </bdi>
    ),
  };
  const line = <Sentence text={words.taken.line} values={values} />;
  return { tone: "wait", icon: "alert", title: words.taken.title, line, next: null };
}

function ClosedQuestion({ view, context: { words } }: { view: AnswerView; context: PageContext }) {
  return (
    <section className="closed-question">
      <p className="field-help">{words.closed.question}</p>
      <p dir="auto" lang="" className="quoted agent-text">
        {view.surface.title}
      </p>
    </section>
  );
}
