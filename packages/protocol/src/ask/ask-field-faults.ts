import type { Fault } from "../fault.js";
import { fieldFaults } from "../surface/field-faults.js";
import type { AskField, AskKind } from "./ask-field.js";
import { toField } from "./to-field.js";

const WITH_BOUNDS: readonly AskKind[] = ["text", "number", "integer", "multi_choice", "rating"];
/** Kinds whose bounds count something. */
const COUNTED: readonly AskKind[] = ["text", "multi_choice"];
const CHOICES: readonly AskKind[] = ["choice", "multi_choice"];

/** What is wrong between the parts of a field: what its kind does not have, then what its form of a Surface refuses. */
export function askFieldFaults(field: AskField): Fault[] {
  const faults = [...misplaced(field), ...uncountable(field)];
  if (faults.length > 0) return faults;
  return fieldFaults(toField(field)).map((fault) => ({ ...fault, path: backToAsk(fault.path) }));
}

function misplaced({ type, options, min, max, multiline }: AskField): Fault[] {
  const faults: Fault[] = [];
  const refuse = (key: string) => faults.push({ path: [key], message: `does not apply to a field of type ${type}.` });
  if (!CHOICES.includes(type) && options) refuse("options");
  if (CHOICES.includes(type) && !options) faults.push({ path: ["options"], message: "is missing." });
  if (!WITH_BOUNDS.includes(type) && min !== undefined) refuse("min");
  if (!WITH_BOUNDS.includes(type) && max !== undefined) refuse("max");
  if (type !== "text" && multiline) refuse("multiline");
  return faults;
}

function uncountable(field: AskField): Fault[] {
  if (!COUNTED.includes(field.type)) return [];
  const keys = (["min", "max"] as const).filter((key) => {
    const bound = field[key];
    return bound !== undefined && (!Number.isSafeInteger(bound) || bound < 0);
  });
  return keys.map((key) => ({ path: [key], message: "must be a whole number, 0 or more." }));
}

const BOUNDS: Record<string, string> = {
  minimum: "min",
  minLength: "min",
  minItems: "min",
  maximum: "max",
  maxLength: "max",
  maxItems: "max",
};

/** The agent wrote an ask: it gets pointers into an ask. */
function backToAsk(path: readonly PropertyKey[]): PropertyKey[] {
  const [first, ...rest] = path;
  if (first !== "schema") return [...path];
  const options = rest.indexOf("enum");
  if (options >= 0) return ["options", ...rest.slice(options + 1)];
  const key = String(rest[0]);
  return [BOUNDS[key] ?? key];
}
