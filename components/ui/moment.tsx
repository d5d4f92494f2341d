import { tellMoment, tellSpan } from "@/components/words/moment";
import type { Words } from "@/components/words/words";
import { fill } from "@/components/words/fill";

interface MomentProps {
  at: number;
  now: number;
  words: Words;
}

/** A moment in UTC, which the page's script tells again in the reader's own time. */
export function Moment({ at, now, words }: MomentProps) {
  return (
    <time dateTime={new Date(at).toISOString()} data-moment={at}>
      {tellMoment(at, now, words.time)}
    </time>
  );
}

/** "(in 12 min)", counted down by the script. */
export function Span({ at, now, words }: MomentProps) {
  return <span data-span={at}>{fill(words.deadline.inSpan, { span: tellSpan(at - now, words.time) })}</span>;
}
