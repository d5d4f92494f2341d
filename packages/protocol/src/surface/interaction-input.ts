import * as z from "zod";
import type { Fault } from "../fault.js";
import { NAME } from "../ids.js";
import { LIMITS } from "../limits.js";
import { refuseBy, sizedBy } from "../refuse.js";
import { ComponentInput } from "./component-input.js";
import { nameFaults } from "./name-faults.js";
import { normalizeInteraction } from "./normalize-interaction.js";
import { patternTotalFaults } from "./pattern-total.js";
import { prose } from "./prose.js";
import { sizeFaults } from "./size-faults.js";

const TITLE_TOO_LONG = `The title can be at most ${LIMITS.title} characters. Keep it to a short heading, about 40.`;

/** `title` of an interaction, `question` of an ask. */
export const Title = prose(LIMITS.title, "A question or a task, about 40 characters.", TITLE_TOO_LONG);

export const ActionLabel = prose(LIMITS.actionLabel, "A verb, 1-3 words that name what happens.");

export const ActionInput = z.strictObject({
  id: z.string().regex(NAME),
  label: ActionLabel,
  intent: z
    .enum(["approve", "submit", "reject", "neutral"])
    .exactOptional()
    .describe("reject needs no valid fields; default neutral."),
});

/** An interaction whose parts are well-formed, each for itself. */
export const InteractionShape = z.strictObject({
  mode: z.literal("interactive"),
  title: Title,
  description: prose(LIMITS.description, "One or two sentences under the title: why you ask.").exactOptional(),
  source: z.strictObject({
    kind: z.literal("sess_surface"),
    components: z.array(ComponentInput).min(1).describe("What the person sees, from the top."),
  }),
  actions: z.array(ActionInput).min(1).max(LIMITS.actions).describe("The buttons, affirming ones first."),
});

export type InteractionShape = z.output<typeof InteractionShape>;

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
