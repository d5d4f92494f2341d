import { parseInteraction } from "../src/surface/parse-interaction.js";
import type { Surface } from "../src/surface/surface.js";

export const textComponent = { type: "text", text: "Look." };

export function interaction(components: unknown[] = [textComponent], rest: Record<string, unknown> = {}) {
  return {
    mode: "interactive",
    title: "May I?",
    source: { kind: "sess_surface", components },
    actions: [
      { id: "send", label: "Send", intent: "submit" },
      { id: "stop", label: "Stop", intent: "reject" },
    ],
    ...rest,
  };
}

export function field(schema: unknown, rest: Record<string, unknown> = {}) {
  return { type: "field", name: "a", label: "A", schema, ...rest };
}

export function surfaceOf(...components: unknown[]): Surface {
  return parseInteraction(interaction(components));
}

export function ask(fields: unknown[] = [{ name: "a", type: "text", label: "A" }], rest: Record<string, unknown> = {}) {
  return { question: "What time?", fields, ...rest };
}
