import { controlId } from "@/components/surface/fields/control";
import { problemInWords } from "@/components/surface/problem";
import { Icon } from "@/components/ui/icon";
import { fill } from "@/components/words/fill";
import type { Words } from "@/components/words/words";
import { fieldsOf, type AnswerIssue, type Surface } from "@sess.si/protocol";

interface ErrorSummaryProps {
  surface: Surface;
  issues: readonly AnswerIssue[];
  words: Words;
}

/** All that is wrong, on top and with the focus, each line a way to its field. */
export function ErrorSummary({ surface, issues, words }: ErrorSummaryProps) {
  return (
    <div
      id="problems"
      role="alert"
      tabIndex={-1}
      // No text box: no keyboard opens, and without a script nothing else could move the focus here.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className="notice notice-stop"
      aria-labelledby="problems-title"
    >
      <h2 id="problems-title" className="notice-title">
        <Icon name="alert" />
        <span>{words.problems.title}</span>
      </h2>
      <ul className="problem-list">
        {linesOf({ surface, issues, words }).map(({ key, href, text }) => (
          <li key={key}>{href === null ? text : <a href={href}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  );
}

function linesOf({ surface, issues, words }: ErrorSummaryProps) {
  const fields = new Map(fieldsOf(surface).map((field) => [field.name, field]));
  return issues.map((issue) => {
    const field = fields.get(issue.field);
    const key = `${issue.field}:${issue.code}`;
    if (field === undefined) return { key, href: null, text: words.problems.unknownField };
    const problem = problemInWords(issue, field, words);
    const text = fill(words.problems.inField, { label: field.label, problem });
    return { key, href: `#${controlId(field.name)}`, text };
  });
}
