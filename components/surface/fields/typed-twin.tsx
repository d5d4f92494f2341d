import { controlId, controlName, type FieldProps } from "@/components/surface/fields/control";

interface TwinProps {
  props: FieldProps;
  /** What opens it, and what its own label says. */
  summary: string;
  label: string;
  described: object;
}

/** A line to type in what a picker is slow for, such as a day far from today; it goes before what was picked. */
export function TypedTwin({ props: { field, posted }, summary, label, described }: TwinProps) {
  const typed = posted?.[controlName(field.name, "typed")]?.at(-1) ?? "";
  const id = controlId(field.name, "typed");
  return (
    <details className="field-more" open={typed !== ""}>
      <summary>{summary}</summary>
      <label htmlFor={id} className="field-help">
        {label}
      </label>
      <input
        id={id}
        name={controlName(field.name, "typed")}
        type="text"
        className="control control-short"
        defaultValue={typed}
        autoComplete="off"
        spellCheck={false}
        {...described}
      />
    </details>
  );
}
