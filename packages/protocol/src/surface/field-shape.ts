import * as z from "zod";
import { NAME } from "../ids.js";
import { LIMITS } from "../limits.js";
import { FieldSchemaInput } from "./field-schema-input.js";
import { prose } from "./prose.js";

/** A field whose parts are well-formed, each for itself. */
export const FieldShape = z.strictObject({
  type: z.literal("field"),
  name: z.string().regex(NAME).describe("Key of the answer's value: a letter, then letters, digits, _ or -."),
  label: prose(LIMITS.fieldLabel, "Short: what to enter."),
  description: prose(LIMITS.fieldDescription, "One hint.").exactOptional(),
  required: z.boolean().exactOptional().describe("Default true."),
  multiline: z.boolean().exactOptional().describe("Several lines of text."),
  widget: z.literal("rating").exactOptional().describe("With an integer schema that has minimum and maximum."),
  option_labels: z
    .record(z.string(), prose(LIMITS.optionLabel, "Short: what the person reads."))
    .exactOptional()
    .describe("Labels of options by their id."),
  schema: FieldSchemaInput,
  value: z
    .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
    .exactOptional()
    .describe("What you propose: prefilled, and the person may change it."),
});

export type FieldShape = z.output<typeof FieldShape>;
