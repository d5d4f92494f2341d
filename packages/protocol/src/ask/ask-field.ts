import * as z from "zod";
import { NAME } from "../ids.js";
import { LIMITS } from "../limits.js";
import { prose } from "../surface/prose.js";

/** The kinds of an ask's fields. */
export const ASK_KINDS = [
  "text",
  "number",
  "integer",
  "boolean",
  "choice",
  "multi_choice",
  "rating",
  "date",
  "datetime",
] as const;

export type AskKind = (typeof ASK_KINDS)[number];

export const AskFieldShape = z.strictObject({
  name: z.string().regex(NAME).describe("Key of the answer's value: a letter, then letters, digits, _ or -."),
  type: z.enum(ASK_KINDS),
  label: prose(LIMITS.fieldLabel, "Short: what to enter."),
  description: prose(LIMITS.fieldDescription, "One hint.").exactOptional(),
  required: z.boolean().exactOptional().describe("Default true."),
  options: z
    .array(prose(LIMITS.optionLabel, "Short."))
    .min(1)
    .exactOptional()
    .describe("For choice and multi_choice: what the person reads and you get back."),
  min: z.number().exactOptional().describe("Least number, characters, choices or step of a rating (1)."),
  max: z.number().exactOptional().describe("Most of the same; a rating has 5 unless you say."),
  multiline: z.boolean().exactOptional().describe("For text: several lines."),
  value: z
    .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
    .exactOptional()
    .describe("What you propose: prefilled, and the person may change it."),
});

export type AskField = z.output<typeof AskFieldShape>;
