import { controlId, controlName, describedBy, shownText, type FieldProps } from "@/components/surface/fields/control";
import { Counter } from "@/components/surface/fields/counter";
import { FieldFrame, hasHelp, proposedHint } from "@/components/surface/fields/field-frame";
import { countedBy } from "@/components/surface/fields/text-limits";

/** Several lines of text; rows fit what the agent drafted. */
export function MultilineField(props: FieldProps) {
  const { field } = props;
  const hints = proposedHint(props, "text");
  const text = shownText(props);
  return (
    <FieldFrame props={props} hints={hints} group={false}>
      <textarea
        id={controlId(field.name)}
        name={controlName(field.name)}
        className="control"
        dir="auto"
        rows={rowsFor(text)}
        defaultValue={text}
        autoComplete="off"
        {...countedBy(props)}
        {...describedBy(props, hasHelp(props, hints))}
      />
      <Counter {...props} />
    </FieldFrame>
  );
}

const CHARACTERS_A_ROW = 36;
const FEWEST_ROWS = 3;
const MOST_ROWS = 16;

function rowsFor(text: string): number {
  const rows = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_A_ROW)), 1);
  return Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, rows));
}
