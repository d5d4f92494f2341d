import * as z from "zod";
import { LIMITS } from "../limits.js";
import { parseRequest } from "../parse-request.js";
import { refuseBy, sizedBy } from "../refuse.js";
import { ActionLabel, Title } from "../surface/interaction-input.js";
import { prose } from "../surface/prose.js";
import { sizeFaults } from "../surface/size-faults.js";
import { AskFieldInput } from "./ask-field.js";
import { askNameFaults } from "./ask-name-faults.js";
import { askToInteraction } from "./ask-to-interaction.js";

/** A question with a few simple fields. */
export const AskShape = z.strictObject({
  question: Title,
  details: prose(LIMITS.text, "Plain text above the fields.").exactOptional(),
  fields: z.array(AskFieldInput).min(1).max(LIMITS.askFields),
  submit_label: ActionLabel.exactOptional().describe("The button, a verb; default Send."),
  expires_in: z
    .int()
    .min(LIMITS.lifetimeMinMs / 1000)
    .exactOptional()
    .describe("Seconds the link stays open."),
});

export type AskShape = z.output<typeof AskShape>;

/** An ask as agents write it. */
export const AskInput = z.preprocess(
  sizedBy<z.input<typeof AskShape>>(sizeFaults),
  AskShape.superRefine(refuseBy(askNameFaults), { when: () => true }).superRefine(
    refuseBy((ask) => sizeFaults(askToInteraction(ask))),
  ),
);

export type AskInput = z.output<typeof AskInput>;

/** Parses an ask or throws `invalid_arguments` with the pointer of the first fault. */
export function parseAsk(input: unknown, pointer = ""): AskInput {
  return parseRequest(AskInput, input, pointer);
}
