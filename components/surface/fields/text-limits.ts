import type { FieldProps } from "@/components/surface/fields/control";
import { LIMITS } from "@sess.si/protocol";

/** The most code points a text field takes. */
export function textLimit({ field }: FieldProps): number {
  const { schema } = field;
  return (schema.type === "string" ? schema.maxLength : undefined) ?? LIMITS.answerText;
}

/** Attributes of a control whose length is counted for the person near its limit. Never `maxlength`: it cuts. */
export function countedBy(props: FieldProps) {
  return { "data-count": textLimit(props) };
}
