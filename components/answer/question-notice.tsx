import { ExtendButton } from "@/components/answer/deadline";
import type { QuestionState } from "@/components/answer/view";
import type { IconName } from "@/components/ui/icon";
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
      return <Said icon="clock" title={notices.notExtendedTitle} line={notices.notExtended} />;
    case "superseded":
      return <Said icon="arrow" title={notices.supersededTitle} line={notices.superseded} />;
    case "stale":
      return <Said icon="alert" title={notices.staleTitle} line={notices.stale} />;
    case "stale_more":
      return <Said icon="alert" title={notices.staleMoreTitle} line={notices.staleMore} />;
    case "choose_button":
      return <Notice id="notice" tone="wait" icon="alert" title={form.chooseButton} />;
  }
}

function Said({ icon, title, line }: { icon: IconName; title: string; line: string }) {
  return (
    <Notice id="notice" tone="wait" icon={icon} title={title}>
      <p>{line}</p>
    </Notice>
  );
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
