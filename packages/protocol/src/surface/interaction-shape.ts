import * as z from "zod";
import { NAME } from "../ids.js";
import { LIMITS } from "../limits.js";
import { ComponentInput } from "./component-input.js";
import { prose } from "./prose.js";

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
