import { controlId, helpId, problemId, type FieldProps } from "@/components/surface/fields/control";
import { isFieldTouched } from "@/components/surface/fields/touched";
import { Icon } from "@/components/ui/icon";
import type { ReactNode } from "react";

interface FrameProps {
  props: FieldProps;
  /** Lines under the label in our own voice: bounds, and that the agent filled it in. */
  hints: readonly string[];
  /** A group of controls has a legend, a single one a label. */
  group: boolean | "radiogroup";
  children: ReactNode;
}

/** The label, the help, what is wrong, and then the control: read in the order in which they are needed. */
export function FieldFrame({ props, hints, group, children }: FrameProps) {
  const { field, problem } = props;
  const className = `field${problem === null ? "" : " field-problem"}`;
  if (!group) {
    return (
      <div className={className}>
        <label htmlFor={controlId(field.name)} dir="auto" className="field-label">
          <LabelText {...props} />
        </label>
        <Underneath props={props} hints={hints} />
        {children}
      </div>
    );
  }
  return (
    <fieldset
      className={className}
      aria-describedby={describes(props, hints)}
      {...(group === "radiogroup" ? { role: group, "aria-invalid": props.problem === null ? undefined : true } : {})}
    >
      <legend dir="auto" className="field-label">
        <LabelText {...props} />
      </legend>
      <Underneath props={props} hints={hints} />
      {children}
    </fieldset>
  );
}

/** Whether the frame shows anything that the control has to name. */
export function hasHelp({ field }: FieldProps, hints: readonly string[]): boolean {
  return field.description !== undefined || hints.length > 0;
}

/** "Filled in by the agent": only where it did, and only until the person has sent something else. */
export function proposedHint({ field, posted, words }: FieldProps, kind: "text" | "choice"): string[] {
  if (field.value === undefined || (posted !== null && isFieldTouched(field, posted))) return [];
  return [kind === "text" ? words.form.proposed : words.form.proposedChoice];
}

function LabelText({ field, words }: FieldProps) {
  return (
    <>
      <span lang="" className="agent-text">
        {field.label}
      </span>
      {field.required ? null : <span className="field-optional"> {words.form.optional}</span>}
    </>
  );
}

function Underneath({ props, hints }: Pick<FrameProps, "props" | "hints">) {
  const { field, problem, words } = props;
  return (
    <>
      {hasHelp(props, hints) ? (
        <div id={helpId(field.name)} className="field-help">
          {field.description === undefined ? null : (
            <p dir="auto" lang="" className="agent-text">
              {field.description}
            </p>
          )}
          {hints.map((hint) => (
            <p key={hint}>{hint}</p>
          ))}
        </div>
      ) : null}
      {problem === null ? null : (
        <p id={problemId(field.name)} className="field-error">
          <Icon name="alert" />
          <span>
            <span className="visually-hidden">{words.problems.prefix} </span>
            {problem}
          </span>
        </p>
      )}
    </>
  );
}

function describes(props: FieldProps, hints: readonly string[]): string | undefined {
  const { name } = props.field;
  const ids = [...(props.problem === null ? [] : [problemId(name)]), ...(hasHelp(props, hints) ? [helpId(name)] : [])];
  return ids.length === 0 ? undefined : ids.join(" ");
}
