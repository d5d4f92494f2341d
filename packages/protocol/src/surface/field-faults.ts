import type { Fault } from "../fault.js";
import { isUnsafeKey } from "../unsafe-key.js";
import { boundFaults } from "./bound-faults.js";
import { choiceFaults } from "./choice-faults.js";
import type { FieldShape } from "./field-shape.js";
import { patternFaults } from "./pattern-faults.js";
import { proposalFaults } from "./proposal-faults.js";

/** What is wrong between the parts of a field, in no particular order. */
export function fieldFaults(field: FieldShape): Fault[] {
  const faults = [nameFaults, choiceFaults, boundFaults, patternFaults, controlFaults].flatMap((check) => check(field));
  // A proposal can be judged only by a schema that is sound.
  return faults.length > 0 ? faults : proposalFaults(field);
}

function nameFaults({ name }: FieldShape): Fault[] {
  return isUnsafeKey(name) ? [{ path: ["name"], message: "cannot be a key of the answer: every object has one." }] : [];
}

function controlFaults({ schema, multiline, widget }: FieldShape): Fault[] {
  const faults: Fault[] = [];
  const isPlainText = schema.type === "string" && !schema.enum && !schema.oneOf && !schema.format;
  if (multiline && !isPlainText) faults.push({ path: ["multiline"], message: "applies to plain text only." });
  if (widget && schema.type !== "integer")
    faults.push({ path: ["widget"], message: "needs a schema of type integer." });
  return faults;
}
