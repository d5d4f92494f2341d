import type { Fault } from "../fault.js";
import { LIMITS } from "../limits.js";
import { codePointLength, isBlank } from "../text.js";
import { lengthMessage } from "../zod-faults.js";
import { type ChoiceInput, choiceOf, type OptionInput } from "./choice.js";
import type { FieldShape } from "./field-input.js";

/** Options can be told apart, each has words to read, and nothing is said twice. */
export function choiceFaults(field: FieldShape): Fault[] {
  const choice = choiceOf(field.schema);
  if (!choice) return labelsWithoutChoice(field);
  return [
    ...misplaced(field, choice),
    ...duplicates(choice.options),
    ...labelFaults(field, choice),
    ...choice.options.flatMap((option) => wordsFault(option, field.option_labels)),
  ];
}

function labelsWithoutChoice({ option_labels }: FieldShape): Fault[] {
  return option_labels ? [{ path: ["option_labels"], message: "applies to a choice only." }] : [];
}

function misplaced({ schema }: FieldShape, { path, enumNames, options, second }: ChoiceInput): Fault[] {
  const faults: Fault[] = [];
  if (second) faults.push({ path: second, message: "cannot stand beside enum." });
  if (options.length === 0) faults.push({ path: [...path, "enum"], message: "is missing." });
  if (enumNames && enumNames.length !== options.length) {
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

function duplicates(options: OptionInput[]): Fault[] {
  const seen = new Set<string>();
  return options.flatMap(({ id, path }) => {
    if (seen.has(id)) return [{ path, message: "is there twice." }];
    seen.add(id);
    return [];
  });
}

function labelFaults({ option_labels }: FieldShape, { options, isLabelled }: ChoiceInput): Fault[] {
  if (!option_labels) return [];
  if (isLabelled) return [{ path: ["option_labels"], message: "cannot stand beside labels in the schema." }];
  const ids = new Set(options.map(({ id }) => id));
  const strangers = Object.keys(option_labels).filter((id) => !ids.has(id));
  return strangers.map((id) => ({ path: ["option_labels", id], message: "is not an option." }));
}

function wordsFault({ id, path, label, labelPath }: OptionInput, labels: FieldShape["option_labels"]): Fault[] {
  if (labels && Object.hasOwn(labels, id)) return [];
  const [words, place] = label === undefined ? [id, path] : [label, labelPath];
  if (isBlank(words)) return [{ path: place, message: "must not be empty." }];
  const [limit, length] = [LIMITS.optionLabel, codePointLength(words)];
  return length > limit ? [{ path: place, message: lengthMessage("too_big", limit, length), limit, length }] : [];
}
