import { decimalText, type AnswerValue, type FieldComponent } from "@sess.si/protocol";
import type { Words } from "@/components/words/words";

/** What a form posted, by the name of the control without its prefix. */
export type Posted = Readonly<Record<string, readonly string[]>>;

/** What every field component is rendered from. */
export interface FieldProps {
  field: FieldComponent;
  /** The form as it was posted, when it is shown again. */
  posted: Posted | null;
  /** What is wrong with it, in words; null when nothing is. */
  problem: string | null;
  words: Words;
}

const PREFIX = "f.";

/** Name of a field's control in the form: no field can collide with the form's own names. */
export function controlName(field: string, part?: ControlPart): string {
  return part === undefined ? `${PREFIX}${field}` : `${PREFIX}${field}.${part}`;
}

/** A date has a typed twin; a time has a zone, and says what was proposed, since zones change how that is written. */
export type ControlPart = "typed" | "zone" | "proposed";

export function isControlName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The field that a control belongs to. Names of fields have no dot. */
export function fieldOfControl(name: string): { field: string; part: string | null } {
  const [field = "", part = null] = name.slice(PREFIX.length).split(".");
  return { field, part };
}

/** Id of a field's first control, or of what belongs to it. Names of fields have no dot, so no two fields share one. */
export function controlId(field: string, part?: string | number): string {
  return part === undefined ? `f-${field}` : `f-${field}.${part}`;
}

export function helpId(field: string): string {
  return controlId(field, "help");
}

export function problemId(field: string): string {
  return controlId(field, "problem");
}

/** `aria-describedby` and `aria-invalid` of a control. */
export function describedBy(props: FieldProps, hasHelp: boolean) {
  const { field, problem } = props;
  const ids = [...(problem === null ? [] : [problemId(field.name)]), ...(hasHelp ? [helpId(field.name)] : [])];
  return {
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
    "aria-invalid": problem === null ? undefined : (true as const),
  };
}

type Shown = Pick<FieldProps, "field" | "posted">;

/** What a text control shows: what was typed, else what the agent proposes. */
export function shownText({ field, posted }: Shown): string {
  return posted === null ? proposedText(field) : (posted[controlName(field.name)]?.at(-1) ?? "");
}

/** What is ticked: what was chosen, else what the agent proposes. */
export function chosenIds({ field, posted }: Shown): readonly string[] {
  if (posted !== null) return posted[controlName(field.name)] ?? [];
  if (Array.isArray(field.value)) return field.value;
  return field.value === undefined ? [] : [proposedText(field)];
}

function proposedText(field: FieldComponent): string {
  return field.value === undefined ? "" : textOf(field.value);
}

/** Numbers in figures only: people, and the reader of the form, do not write 1e-7. */
function textOf(value: AnswerValue): string {
  return typeof value === "number" ? decimalText(value) : String(value);
}
