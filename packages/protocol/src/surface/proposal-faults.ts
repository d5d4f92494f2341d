import { canonicalJson } from "../canonical-json.js";
import type { Fault } from "../fault.js";
import { isStorableText } from "../text.js";
import { lengthMessage } from "../zod-faults.js";
import { checkValue, type ValueIssue } from "./check-value.js";
import type { FieldShape } from "./field-shape.js";
import { normalizeProposal } from "./normalize-proposal.js";
import { normalizeSchema } from "./normalize-schema.js";
import type { FieldSchema } from "./surface.js";

/** What the agent proposes must be an answer that the person could give. */
export function proposalFaults(field: FieldShape): Fault[] {
  const { value } = field;
  const proposed = field.schema.default;
  if (value === undefined && proposed === undefined) return [];
  const schema = normalizeSchema(field);
  if (hasUnstorable(value) || hasUnstorable(proposed)) return [];
  const faults: Fault[] = [];
  for (const [path, given] of [
    [["schema", "default"], proposed],
    [["value"], value],
  ] as const) {
    if (given === undefined) continue;
    const issue = checkValue(schema, normalizeProposal(schema, given));
    if (issue) faults.push({ path: [...path], ...words(issue) });
    else if (isBeyondControls(schema, given)) faults.push({ path: [...path], message: BEYOND_CONTROLS });
  }
  if (value !== undefined && proposed !== undefined && canonicalJson(value) !== canonicalJson(proposed)) {
    faults.push({ path: ["value"], message: "differs from the default of the schema." });
  }
  return faults;
}

const BEYOND_CONTROLS = "cannot be shown: the controls of browsers know the years 1 to 9999 and no leap second.";

/** What no control shows would come back empty or as something else, though nobody touched it. */
function isBeyondControls(schema: FieldSchema, value: unknown): boolean {
  if (schema.type !== "string" || schema.enum || typeof value !== "string") return false;
  if (schema.format !== "date" && schema.format !== "date-time") return false;
  return value.startsWith("0000") || /T\d\d:\d\d:60/i.test(value);
}

function hasUnstorable(value: unknown): boolean {
  return [value].flat().some((text) => typeof text === "string" && !isStorableText(text));
}

function words({ code, limit = 0, length = 0 }: ValueIssue): Omit<Fault, "path"> {
  switch (code) {
    case "too_long":
      return { message: lengthMessage("too_big", limit, length), limit, length };
    case "too_short":
      return { message: lengthMessage("too_small", limit, length), limit, length };
    case "too_few":
    case "too_many":
      return { message: `has ${length} entries; the limit is ${limit}.`, limit, length };
    case "too_small":
      return { message: `must be at least ${limit}.`, limit };
    case "too_big":
      return { message: `must be at most ${limit}.`, limit };
    case "multiple_of":
      return { message: `must be a multiple of ${limit}.`, limit };
    default:
      return { message: `does not fit the schema of its field (${code}).` };
  }
}
