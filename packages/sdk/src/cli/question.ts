import { askToInteraction, parseAsk } from "@sess.si/protocol";
import { isSessError } from "../error.js";
import { checkedHere } from "../interactions/arguments.js";
import type { InteractionInput } from "../interactions/interaction-input.js";
import { UsageError } from "./exit-codes.js";
import { questionFault } from "./fault-words.js";
import type { Field, Typed } from "./typed.js";

const ANSWER_LABEL = "Your answer";

/** Without any field there is one for free text; with `--yes-no` there are two buttons instead. */
export function interactionOf(typed: Typed): InteractionInput {
  if (typed.several && typed.choices.length === 0) throw new UsageError("--several needs --choice.");
  if (typed.yesNo && typed.submitLabel !== undefined)
    throw new UsageError("--submit-label has no button with --yes-no.");
  const fields = fieldsOf(typed);
  const interaction = fromAsk(typed, fields.length > 0 ? fields : [freeText()]);
  if (!typed.yesNo) return interaction;
  return {
    ...(fields.length > 0 ? interaction : bareInteraction(typed.question, typed.details ?? "Yes or no?")),
    actions: [
      { id: "yes", label: "Yes", intent: "approve" },
      { id: "no", label: "No", intent: "reject" },
    ],
  };
}

function fromAsk(typed: Typed, fields: Field[]): InteractionInput {
  const { question, details, submitLabel } = typed;
  const more = {
    ...(details !== undefined && { details }),
    ...(submitLabel !== undefined && { submit_label: submitLabel }),
  };
  try {
    return asInput(checkedHere(() => askToInteraction(parseAsk({ question, fields, ...more }))));
  } catch (error) {
    throw isSessError(error) ? new UsageError(questionFault(error, typed)) : error;
  }
}

/** An ask has only schemas that the narrower type has too. */
function asInput(interaction: ReturnType<typeof askToInteraction>): InteractionInput {
  return interaction as InteractionInput;
}

function bareInteraction(title: string, text: string): InteractionInput {
  return {
    mode: "interactive",
    title,
    source: { kind: "sess_surface", components: [{ type: "text", text }] },
    actions: [],
  };
}

/** No answer takes these for a key: every object has them. */
const RESERVED = ["constructor", "prototype"];

function fieldsOf(typed: Typed): Field[] {
  const names = new Set(RESERVED);
  const choice: Field[] = typed.choices.length === 0 ? [] : [choiceField(typed)];
  if (choice.length > 0) names.add("answer");
  const labelled = typed.fields.map((field): Field => ({ ...field, name: nameFor(field.label, names) }));
  return [...choice, ...labelled];
}

function choiceField({ choices, several }: Typed): Field {
  if (choices.length < 2) throw new UsageError("--choice is for two or more: give it once for each.");
  return { name: "answer", type: several ? "multi_choice" : "choice", label: ANSWER_LABEL, options: choices };
}

function freeText(): Field {
  return { name: "answer", type: "text", label: ANSWER_LABEL, multiline: true };
}

/** A label as a key of the JSON that is printed: "How many?" is `how_many`. */
function nameFor(label: string, taken: Set<string>): string {
  const words = label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "");
  const stem = words.slice(0, 60) || "field";
  let name = stem;
  for (let again = 2; taken.has(name); again += 1) name = `${stem}_${again}`;
  taken.add(name);
  return name;
}
