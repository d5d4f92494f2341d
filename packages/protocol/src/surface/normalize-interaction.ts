import { choiceOf } from "./choice.js";
import { isBlank } from "../text.js";
import type { ComponentInput } from "./component-input.js";
import type { FieldShape } from "./field-shape.js";
import type { InteractionShape } from "./interaction-shape.js";
import { normalizeProposal } from "./normalize-proposal.js";
import { normalizeSchema } from "./normalize-schema.js";
import type { Action, AnswerValue, Component, FieldComponent, FieldSchema, Surface } from "./surface.js";

/** The one normal form of a checked interaction; a Surface stays as it is. */
export function normalizeInteraction({ title, description, source, actions }: InteractionShape): Surface {
  return {
    mode: "interactive",
    title,
    ...(description !== undefined && { description }),
    source: { kind: "sess_surface", components: source.components.map(normalizeComponent) },
    actions: actions.map(normalizeAction),
  };
}

function normalizeAction({ id, label, intent = "neutral" }: InteractionShape["actions"][number]): Action {
  return { id, label, intent };
}

function normalizeComponent(component: ComponentInput): Component {
  switch (component.type) {
    case "heading":
    case "text":
      return { type: component.type, text: component.text };
    case "record": {
      const { label, fields } = component;
      return { type: "record", ...(label !== undefined && { label }), fields };
    }
    case "field":
      return normalizeField(component);
  }
}

function normalizeField(field: FieldShape): FieldComponent {
  const schema = normalizeSchema(field);
  const labels = optionLabels(field);
  const value = proposal(schema, field.value ?? field.schema.default);
  return {
    type: "field",
    name: field.name,
    label: field.label,
    ...(field.description !== undefined && { description: field.description }),
    required: field.required ?? true,
    ...(field.multiline && { multiline: true }),
    ...(field.widget && { widget: field.widget }),
    ...(labels && { option_labels: labels }),
    schema,
    ...(value !== undefined && { value }),
  };
}

function optionLabels(field: FieldShape): Record<string, string> | null {
  const options = choiceOf(field.schema)?.options ?? [];
  const inSchema = options.flatMap(({ id, label }) => (label === undefined ? [] : [[id, label] as const]));
  const labels = field.option_labels ? Object.entries(field.option_labels) : inSchema;
  return labels.length > 0 ? Object.fromEntries(labels) : null;
}

/** Proposing nothing is no proposal, as a blank answer is none. */
function proposal(schema: FieldSchema, value: AnswerValue | undefined): AnswerValue | undefined {
  if (
    value === undefined ||
    (typeof value === "string" && isBlank(value)) ||
    (Array.isArray(value) && value.length === 0)
  )
    return undefined;
  return normalizeProposal(schema, value);
}
