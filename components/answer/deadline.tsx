import type { AnswerView, PageContext } from "@/components/answer/view";
import { Icon } from "@/components/ui/icon";
import { Moment, Span } from "@/components/ui/moment";
import { Sentence } from "@/components/ui/sentence";

/** From here on the page warns: at least the 20 s that are needed to ask for more, and time to do it calmly. */
const WARN_MS = 2 * 60_000;

interface DeadlineProps {
  view: AnswerView;
  context: PageContext;
}

/** Until when answers are taken. More time is one press away as long as there is any to give. */
export function Deadline({ view, context: { words } }: DeadlineProps) {
  const { deadline, now, canExtend } = view;
  const near = deadline - now <= WARN_MS;
  return (
    <div
      id="deadline"
      className={`deadline${near ? " deadline-near" : ""}`}
      data-warn={WARN_MS}
      data-deadline={deadline}
    >
      <p className="deadline-line">
        <Icon name="clock" />
        <span>
          <strong className="deadline-word">{words.deadline.nearlyOver}. </strong>
          <Sentence
            text={words.deadline.until}
            values={{ moment: <Moment at={deadline} now={now} words={words} /> }}
          />{" "}
          <Span at={deadline} now={now} words={words} />
        </span>
      </p>
      {canExtend ? <ExtendButton label={words.deadline.more} look="quiet" /> : null}
    </div>
  );
}

/** Sends the whole form, so that what was typed comes back with the page. */
export function ExtendButton({ label, look }: { label: string; look: "quiet" | "primary" | "secondary" }) {
  return (
    <button type="submit" name="extend" value="1" formNoValidate className={`button button-${look}`}>
      <span className="spinner" aria-hidden="true" />
      {label}
    </button>
  );
}
