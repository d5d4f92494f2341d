import * as z from "zod";
import { parseRequest } from "../parse-request.js";
import { refuseBy, sizedBy } from "../refuse.js";
import { sizeFaults } from "../surface/size-faults.js";
import { askNameFaults } from "./ask-name-faults.js";
import { AskShape } from "./ask-shape.js";
import { askToInteraction } from "./ask-to-interaction.js";

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
