import { controlId, type FieldProps } from "@/components/surface/fields/control";

/** Where the script says how many characters are left, politely and only near the limit. */
export function Counter({ field }: FieldProps) {
  return <p id={controlId(field.name, "count")} className="field-count" hidden />;
}
