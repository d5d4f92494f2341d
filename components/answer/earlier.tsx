import type { AnswerView } from "@/components/answer/view";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { fill } from "@/components/words/fill";
import type { Words } from "@/components/words/words";

/** The slips of the questions before this one, folded to a line each. */
export function Earlier({ view, words }: { view: AnswerView; words: Words }) {
  if (view.earlier.length === 0) return null;
  return (
    <section className="earlier" aria-label={words.slip.earlierAnswers}>
      <ol>
        {view.earlier.map(({ revision, title, actionLabel, submittedAt }) => (
          <li key={revision} className="earlier-slip">
            <Icon name="check" />
            <span>
              <bdi lang="" className="agent-text earlier-title">
                {title}
              </bdi>
              <span className="earlier-answer">
                <bdi lang="" className="agent-text">
                  {fill(words.form.quotes, { text: actionLabel })}
                </bdi>
                {" · "}
                <Moment at={submittedAt} now={view.now} words={words} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
