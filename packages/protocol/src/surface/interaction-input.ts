import * as z from "zod";
import type { Fault } from "../fault.js";
import { refuseBy, sizedBy } from "../refuse.js";
import { InteractionShape } from "./interaction-shape.js";
import { nameFaults } from "./name-faults.js";
import { normalizeInteraction } from "./normalize-interaction.js";
import { patternTotalFaults } from "./pattern-total.js";
import { sizeFaults } from "./size-faults.js";

/** What no part shows by itself. */
function wholeFaults(document: unknown): Fault[] {
  return [...nameFaults(document), ...patternTotalFaults(document)];
}

/** An interaction as agents write it; its output is the normalised Surface. */
export const InteractionInput = z
  .preprocess(
    sizedBy<z.input<typeof InteractionShape>>(sizeFaults),
    // Also beside faults of single parts: the first of all is the one to report.
    InteractionShape.superRefine(refuseBy(wholeFaults), { when: () => true }),
  )
  .transform(normalizeInteraction);

export type InteractionInput = z.input<typeof InteractionInput>;
