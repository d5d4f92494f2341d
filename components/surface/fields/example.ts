import type { Posted } from "@/components/surface/fields/control";
import type { AnswerIssue, FieldComponent } from "@sess.si/protocol";

/** A field as a person may meet it. */
export interface FieldExample {
  /** Says what is particular about it. */
  name: string;
  field: FieldComponent;
  /** What was sent, when the form is shown again. */
  posted?: Posted;
  issue?: AnswerIssue;
}

/** A field with what every field has filled in. */
export function exampleField(parts: Partial<FieldComponent> & Pick<FieldComponent, "name" | "schema">): FieldComponent {
  return { type: "field", label: "Label", required: true, ...parts };
}
