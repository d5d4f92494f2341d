import { html } from "hono/html";

/** As much of JSON Schema as the page puts into words. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  description?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

type Html = ReturnType<typeof html>;

/** Text with code in backticks. */
export function inWords(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? codeOf(part) : html`${part}`))}`;
}

/** Words of more than a phone's line have to break somewhere. */
const LONGEST_WHOLE = 28;

/** Code, of which a line may end before a slash or after a space, and not at a hyphen. */
export function codeOf(text: string): Html {
  const parts = text.split(/(?=\/)|(?<= )/).map((part, index) => {
    const whole = part.length > LONGEST_WHOLE ? html`${part}` : html`<span>${part}</span>`;
    return index === 0 ? whole : html`<wbr />${whole}`;
  });
  return html`<code>${parts}</code>`;
}

/** What stands behind a type, where something is to be said of it. */
export function meaningOf({ description }: JsonSchema): Html | string {
  return description === undefined ? "" : html`. ${inWords(description)}`;
}

/** A schema in a few words, with links to the shapes it names. */
export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) return reference(schema.$ref.split("/").at(-1) ?? "");
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) return joined(schema.enum.map((value) => html`<code>${String(value)}</code>`));
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return joined(options.map(typeOf));
  if (schema.type === "array")
    return html`list of ${typeOf(schema.items ?? {})}${range(schema.minItems, schema.maxItems, "")}`;
  if (schema.type === "object") return objectType(schema);
  return html`${scalar(schema)}`;
}

function reference(name: string): Html {
  return html`<a href="#shape-${name}">${name}</a>`;
}

function joined(parts: Html[]): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html` or ${part}`))}`;
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): Html {
  const names = Object.keys(properties ?? {});
  if (names.length > 0) {
    const parts = Object.entries(properties ?? {}).map(
      ([name, value]) =>
        html`<li><code>${name}</code>${required.includes(name) ? "" : "?"} ${typeOf(value)}${meaningOf(value)}</li>`,
    );
    return html`object
      <ul>
        ${parts}
      </ul>`;
  }
  if (typeof additionalProperties === "object") return html`object of ${typeOf(additionalProperties)}`;
  return html`${additionalProperties === false ? "empty object" : "object"}`;
}

function scalar(schema: JsonSchema): string {
  const type = [schema.type ?? "any value"].flat().join(" or ");
  const format = schema.format === undefined ? "" : ` (${schema.format})`;
  return `${type}${format}${range(schema.minLength, schema.maxLength, " characters")}${range(schema.minimum, schema.maximum, "")}`;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined && most >= Number.MAX_SAFE_INTEGER) return range(least, undefined, unit);
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}${unit}`;
  if (most !== undefined) return `, at most ${most}${unit}`;
  return least === undefined || least <= Number.MIN_SAFE_INTEGER ? "" : `, at least ${least}${unit}`;
}
