import { chosenIds, controlName, shownText, type Posted } from "@/components/surface/fields/control";
import { fieldKind, fieldsOf, normalizeText, type FieldComponent, type Surface } from "@sess.si/protocol";

/** Whether a posted form says anything that the untouched page would not show by itself. */
export function isTouched(surface: Surface, posted: Posted): boolean {
  return fieldsOf(surface).some((field) => isFieldTouched(field, posted));
}

/** Whether a field stands otherwise than the agent proposed it. */
export function isFieldTouched(field: FieldComponent, posted: Posted): boolean {
  const values = (posted[controlName(field.name)] ?? []).filter((value) => value !== "");
  if ((posted[controlName(field.name, "typed")] ?? []).some((value) => value !== "")) return true;
  switch (fieldKind(field)) {
    case "date-time":
      return values.length > 0;
    case "boolean":
    case "choice":
    case "multi_choice":
    case "rating": {
      const proposed = new Set(chosenIds({ field, posted: null }));
      return values.length !== proposed.size || values.some((value) => !proposed.has(value));
    }
    default:
      return normalizeText(values[0] ?? "") !== normalizeText(shownText({ field, posted: null }));
  }
}
