import * as z from "zod";
import { LIMITS } from "../limits.js";
import { FieldInput } from "./field-input.js";
import { prose } from "./prose.js";

export const HeadingInput = z.strictObject({
  type: z.literal("heading"),
  text: prose(LIMITS.heading, "Short. Starts a part of the form."),
});

export const TextInput = z.strictObject({
  type: z.literal("text"),
  text: prose(LIMITS.text, "Plain text; a blank line starts a paragraph. Summarise, do not paste a diff."),
});

export const RecordInput = z.strictObject({
  type: z.literal("record"),
  label: prose(LIMITS.recordLabel, "A caption of a few words.").exactOptional(),
  fields: z
    .record(prose(LIMITS.recordKey, "What the value is."), z.string().max(LIMITS.recordValue))
    .refine((fields) => Object.keys(fields).length > 0, { message: "must have at least one entry." })
    .meta({ minProperties: 1, description: "Facts to read: name and value." }),
});

export const ComponentInput = z.discriminatedUnion("type", [HeadingInput, TextInput, RecordInput, FieldInput]);

export type ComponentInput = z.output<typeof ComponentInput>;
