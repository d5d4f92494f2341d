import { controlId } from "@/components/surface/fields/control";
import { problemInWords } from "@/components/surface/problem";
import { Icon } from "@/components/ui/icon";
import type { Words } from "@/components/words/words";
import { fieldsOf, type AnswerIssue, type FieldComponent, type Surface } from "@sess.si/protocol";

interface ErrorSummaryProps {
  surface: Surface;
  issues: readonly AnswerIssue[];
  words: Words;
}

/** All that is wrong, on top and with the focus, each line a way to its field. */
export function ErrorSummary({ surface, issues, words }: ErrorSummaryProps) {
  const fields = new Map(fieldsOf(surface).map((field) => [field.name, field]));
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
        {issues.map((issue) => (
          <li key={`${issue.field} ${issue.code}`}>
            <Line issue={issue} field={fields.get(issue.field)} words={words} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LineProps {
  issue: AnswerIssue;
  field: FieldComponent | undefined;
  words: Words;
}

function Line({ issue, field, words }: LineProps) {
  if (field === undefined) return words.problems.unknownField;
  return (
    <a href={`#${controlId(field.name)}`}>
      <span dir="auto" lang="" className="agent-text">
        {field.label}
      </span>{" "}
      <span>{problemInWords(issue, field, words)}</span>
    </a>
  );
}
