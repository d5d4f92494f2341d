import type { InteractionInput } from "../surface/interaction-input.js";
import type { AskShape } from "./ask-shape.js";
import { toField } from "./to-field.js";

/** The interaction that a parsed ask stands for. */
export function askToInteraction({ question, details, fields, submit_label }: AskShape): InteractionInput {
  const components: InteractionInput["source"]["components"] = fields.map(toField);
  if (details !== undefined) components.unshift({ type: "text", text: details });
  return {
    mode: "interactive",
    title: question,
    source: { kind: "sess_surface", components },
    actions: [{ id: "submit", label: submit_label ?? "Send", intent: "submit" }],
  };
}
