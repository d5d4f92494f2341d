import * as z from "zod";
import { NAME } from "../ids.js";
import type { Surface } from "../surface/surface.js";
import { Value } from "./shapes.js";

// Replies are read loosely: a digest covers what a later server may add.
const Heading = z.looseObject({ type: z.literal("heading"), text: z.string() });
const Text = z.looseObject({ type: z.literal("text"), text: z.string() });
const Record = z.looseObject({
  type: z.literal("record"),
  label: z.string().exactOptional(),
  fields: z.record(z.string(), z.string()),
});

const Ids = z.array(z.string());
const Count = z.int().min(0);
const range = {
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  multipleOf: z.number().exactOptional(),
};

const Schema = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("string"),
    minLength: Count.exactOptional(),
    maxLength: Count.exactOptional(),
    pattern: z.string().exactOptional(),
    format: z.enum(["email", "uri", "date", "date-time"]).exactOptional(),
    enum: Ids.exactOptional(),
  }),
  z.looseObject({ type: z.literal("number"), ...range }),
  z.looseObject({ type: z.literal("integer"), ...range }),
  z.looseObject({ type: z.literal("boolean"), const: z.literal(true).exactOptional() }),
  z.looseObject({
    type: z.literal("array"),
    items: z.looseObject({ type: z.literal("string"), enum: Ids }),
    minItems: Count.exactOptional(),
    maxItems: Count.exactOptional(),
    uniqueItems: z.boolean().exactOptional(),
  }),
]);

const Field = z.looseObject({
  type: z.literal("field"),
  name: z.string().regex(NAME),
  label: z.string(),
  description: z.string().exactOptional(),
  required: z.boolean(),
  multiline: z.literal(true).exactOptional(),
  widget: z.literal("rating").exactOptional(),
  option_labels: z.record(z.string(), z.string()).exactOptional(),
  schema: Schema,
  value: Value.exactOptional(),
});

/** A Surface as the server returns it. */
export const SurfaceReply: z.ZodType<Surface> = z.looseObject({
  mode: z.literal("interactive"),
  title: z.string(),
  description: z.string().exactOptional(),
  source: z.looseObject({
    kind: z.literal("sess_surface"),
    components: z.array(z.discriminatedUnion("type", [Heading, Text, Record, Field])),
  }),
  actions: z.array(
    z.looseObject({
      id: z.string().regex(NAME),
      label: z.string(),
      intent: z.enum(["approve", "submit", "reject", "neutral"]),
    }),
  ),
});
