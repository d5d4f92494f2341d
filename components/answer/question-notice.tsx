import { ExtendButton } from "@/components/answer/deadline";
import type { QuestionState } from "@/components/answer/question";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { Sentence } from "@/components/ui/sentence";
import type { Words } from "@/components/words/words";

interface NoticeProps {
  state: QuestionState;
  words: Words;
}

/** What happened to the last press, or to the time, before the question goes on. */
export function QuestionNoticeBox({ state, words }: NoticeProps) {
  const { notices, form } = words;
  if (state.view.phase === "lapsed") return <Lapsed state={state} words={words} />;
  switch (state.notice) {
    case null:
      return null;
    case "extended":
      return (
        <Notice id="notice" tone="good" icon="check" title={notices.extendedTitle}>
          <p>
            <Sentence text={notices.extended} values={{ moment: deadlineOf(state, words) }} />
          </p>
        </Notice>
      );
    case "not_extended":
      return (
        <Notice id="notice" tone="wait" icon="clock" title={notices.notExtendedTitle}>
          <p>{notices.notExtended}</p>
        </Notice>
      );
    case "superseded":
      return (
        <Notice id="notice" tone="wait" icon="arrow" title={notices.supersededTitle}>
          <p>{notices.superseded}</p>
        </Notice>
      );
    case "stale":
      return (
        <Notice id="notice" tone="wait" icon="alert" title={notices.staleTitle}>
          <p>{notices.stale}</p>
        </Notice>
      );
    case "choose_button":
      return <Notice id="notice" tone="wait" icon="alert" title={form.chooseButton} />;
  }
}

function Lapsed({ state: { view }, words }: NoticeProps) {
  const { notices } = words;
  const at = (moment: number) => <Moment at={moment} now={view.now} words={words} />;
  return (
    <Notice id="notice" tone="wait" icon="clock" title={notices.lapsedTitle}>
      <p>
        <Sentence text={notices.lapsed} values={{ moment: at(view.deadline) }} />{" "}
        <Sentence text={notices.lapsedUntil} values={{ moment: at(view.horizon) }} />
      </p>
      <ExtendButton label={words.deadline.more} look="primary" />
    </Notice>
  );
}

function deadlineOf({ view }: QuestionState, words: Words) {
  return <Moment at={view.deadline} now={view.now} words={words} />;
}
