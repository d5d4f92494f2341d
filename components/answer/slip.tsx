import { SentValues } from "@/components/answer/sent-values";
import type { AnswerView, PageContext, SentAnswer } from "@/components/answer/view";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import type { Words } from "@/components/words/words";

interface SlipProps {
  view: AnswerView;
  answer: SentAnswer;
  context: PageContext;
}

/** What was sent, like a stamped slip: the choice, the values, a reference, and where it is now. */
export function Slip({ view, answer, context: { words } }: SlipProps) {
  const action = view.surface.actions.find(({ id }) => id === answer.actionId);
  return (
    <article className="slip">
      <p className="slip-question">
        <bdi lang="" className="agent-text">
          {view.surface.title}
        </bdi>
      </p>
      <p
        dir="auto"
        lang=""
        className={`slip-answer agent-text${action?.intent === "reject" ? " slip-answer-reject" : ""}`}
      >
        {action?.label ?? answer.actionId}
      </p>
      <SentValues surface={view.surface} values={answer.values} changed={answer.changed} words={words} />
      <dl className="slip-foot">
        <div>
          <dt>{words.slip.sent}</dt>
          <dd>
            <Moment at={answer.submittedAt} now={view.now} words={words} />
          </dd>
        </div>
        <div>
          <dt>{words.slip.reference}</dt>
          <dd className="slip-reference">{answer.eventId.slice(-8)}</dd>
        </div>
      </dl>
      <Steps view={view} words={words} />
    </article>
  );
}

/** Sent, picked up, done: the words carry the state, the shapes repeat it. */
function Steps({ view, words }: { view: AnswerView; words: Words }) {
  const { slip } = words;
  const done = view.completedAt !== null;
  const picked = done || view.pickedUpAt !== null;
  const steps = [
    { word: slip.stepSent, reached: true, at: null },
    { word: slip.stepPicked, reached: picked, at: view.pickedUpAt },
    { word: slip.stepDone, reached: done, at: view.completedAt },
  ];
  const current = steps.findLastIndex(({ reached }) => reached);
  return (
    <ol className="steps-line" aria-label={slip.steps}>
      {steps.map(({ word, reached, at }, index) => (
        <li
          key={word}
          className={reached ? "stage stage-reached" : "stage"}
          aria-current={index === current ? "step" : undefined}
        >
          <span className="stage-mark">{reached ? <Icon name="check" /> : null}</span>
          <span>
            {word}
            {at === null ? null : (
              <small className="stage-time">
                <Moment at={at} now={view.now} words={words} />
              </small>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
