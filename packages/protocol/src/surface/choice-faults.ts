import { isUnsafeKey } from "../unsafe-key.js";
import type { Fault } from "../fault.js";
import { LIMITS } from "../limits.js";
import { codePointLength, isBlank, plainLines } from "../text.js";
import { lengthMessage } from "../zod-faults.js";
import { type ChoiceInput, choiceOf, type OptionInput } from "./choice.js";
import type { FieldShape } from "./field-shape.js";
import { RATING } from "./rating.js";

/** Options can be told apart, each has words to read, and nothing is said twice. */
export function choiceFaults(field: FieldShape): Fault[] {
  const choice = choiceOf(field.schema);
  if (!choice) return labelFaults(field, labelledIds(field));
  return [
    ...misplaced(field, choice),
    ...firstBlank(choice.options),
    ...firstTwin(choice.options),
    ...(choice.isLabelled
      ? labelledTwice(field)
      : labelFaults(
          field,
          choice.options.map(({ id }) => id),
        )),
    ...choice.options.flatMap((option) => wordsFault(option, field.option_labels)),
  ];
}

/** Yes and no, and the steps of a rating, can be given words too. */
function labelledIds({ schema, widget }: FieldShape): string[] | null {
  if (schema.type === "boolean") return ["true", "false"];
  if (schema.type !== "integer" || !widget) return null;
  const { minimum = RATING.minimum, maximum = RATING.maximum } = schema;
  return Array.from({ length: LIMITS.ratingSteps }, (_, i) => minimum + i)
    .filter((step) => step <= maximum)
    .map(String);
}

function misplaced({ schema }: FieldShape, { path, enumNames, options, second }: ChoiceInput): Fault[] {
  const faults: Fault[] = [];
  if (second) faults.push({ path: second, message: "cannot stand beside enum." });
  if (options.length === 0) faults.push({ path: [...path, "enum"], message: "is missing." });
  if (enumNames && options.length > 0 && enumNames.length !== options.length) {
    const [limit, length] = [options.length, enumNames.length];
    faults.push({
      path: [...path, "enumNames"],
      message: `must have one name for each of ${limit} options.`,
      limit,
      length,
    });
  }
  if (schema.type !== "string") return faults;
  const textOnly = (["minLength", "maxLength", "pattern", "format"] as const).filter(
    (key) => schema[key] !== undefined,
  );
  return [...faults, ...textOnly.map((key) => ({ path: ["schema", key], message: "does not apply to a choice." }))];
}

/** A form cannot tell a blank answer from none, whatever its label. */
function firstBlank(options: OptionInput[]): Fault[] {
  const blank = options.find(({ id }) => isBlank(id));
  if (blank) return [{ path: blank.path, message: "must not be empty." }];
  // Labels are kept by option id, so an id has to be a key that is allowed.
  const unsafe = options.find(({ id }) => isUnsafeKey(id));
  return unsafe ? [{ path: unsafe.path, message: "is a key that is not allowed." }] : [];
}

/** Ids that differ by their line ends alone are one in a form. */
function firstTwin(options: OptionInput[]): Fault[] {
  const seen = new Set<string>();
  for (const { id, path } of options) {
    if (seen.has(plainLines(id))) return [{ path, message: "is there twice." }];
    seen.add(plainLines(id));
  }
  return [];
}

function labelledTwice({ option_labels }: FieldShape): Fault[] {
  return option_labels ? [{ path: ["option_labels"], message: "cannot stand beside labels in the schema." }] : [];
}

function labelFaults({ option_labels }: FieldShape, ids: string[] | null): Fault[] {
  if (!option_labels) return [];
  if (!ids) return [{ path: ["option_labels"], message: "applies only where there are options." }];
  const known = new Set(ids);
  const stranger = Object.keys(option_labels).find((id) => !known.has(id));
  return stranger === undefined ? [] : [{ path: ["option_labels", stranger], message: "is not an option." }];
}

function wordsFault({ id, path, label, labelPath }: OptionInput, labels: FieldShape["option_labels"]): Fault[] {
  if (labels && Object.hasOwn(labels, id)) return [];
  const [words, place] = label === undefined ? [id, path] : [label, labelPath];
  if (isBlank(words)) return [{ path: place, message: "must not be empty." }];
  const [limit, length] = [LIMITS.optionLabel, codePointLength(words)];
  return length > limit ? [{ path: place, message: lengthMessage("too_big", limit, length), limit, length }] : [];
}
