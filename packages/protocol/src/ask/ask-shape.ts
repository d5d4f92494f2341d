import * as z from "zod";
import { ExpiresIn } from "../expires-in.js";
import { LIMITS } from "../limits.js";
import { ActionLabel, Title } from "../surface/interaction-shape.js";
import { prose } from "../surface/prose.js";
import { AskFieldInput } from "./ask-field-input.js";

/** A question with a few simple fields. */
export const AskShape = z.strictObject({
  question: Title,
  details: prose(LIMITS.text, "Plain text above the fields.").exactOptional(),
  fields: z.array(AskFieldInput).min(1).max(LIMITS.askFields),
  submit_label: ActionLabel.exactOptional().describe("The button, a verb; default Send."),
  expires_in: ExpiresIn.exactOptional(),
});

export type AskShape = z.output<typeof AskShape>;
