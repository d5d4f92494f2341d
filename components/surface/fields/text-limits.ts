import type { FieldProps } from "@/components/surface/fields/control";
import { textLimit } from "@sess.si/protocol";

/**
 * Attributes of a control whose length is counted for the person near the limit that the server has too. Never
 * `maxlength`: it cuts.
 */
export function countedBy({ field: { schema } }: FieldProps) {
  return schema.type === "string" ? { "data-count": textLimit(schema) } : {};
}
