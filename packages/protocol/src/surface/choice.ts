import type { FieldSchemaInput } from "./field-schema-input.js";

export interface OptionInput {
  id: string;
  path: PropertyKey[];
  /** Where the schema labels it. */
  label?: string;
  labelPath: PropertyKey[];
}

export interface ChoiceInput {
  /** Where the options lie in the field. */
  path: PropertyKey[];
  options: OptionInput[];
  enumNames?: string[] | undefined;
  isLabelled: boolean;
  /** Pointer of the second way in which options are given, where there are two. */
  second: PropertyKey[] | null;
}

interface Options {
  enum?: string[] | undefined;
  enumNames?: string[] | undefined;
  titled?: { const: string; title: string }[] | undefined;
}

/** The options of a schema, whichever way they are spelled; null when it is no choice. */
export function choiceOf(schema: FieldSchemaInput): ChoiceInput | null {
  if (schema.type === "array") {
    const { items } = schema;
    return readOptions(["schema", "items"], "anyOf", { ...items, titled: items.anyOf });
  }
  if (schema.type !== "string" || !(schema.enum || schema.oneOf || schema.enumNames)) return null;
  return readOptions(["schema"], "oneOf", { enum: schema.enum, enumNames: schema.enumNames, titled: schema.oneOf });
}

function readOptions(path: PropertyKey[], titledKey: string, { enum: ids, enumNames, titled }: Options): ChoiceInput {
  const options = titled
    ? titled.map(({ const: id, title }, i) => ({
        id,
        path: [...path, titledKey, i, "const"],
        label: title,
        labelPath: [...path, titledKey, i, "title"],
      }))
    : (ids ?? []).map((id, i) => plainOption(path, id, i, enumNames?.[i]));
  return {
    path,
    options,
    ...(enumNames && { enumNames }),
    isLabelled: Boolean(titled ?? enumNames),
    second: titled && (ids ?? enumNames) ? [...path, titledKey] : null,
  };
}

function plainOption(path: PropertyKey[], id: string, i: number, label: string | undefined): OptionInput {
  const option = { id, path: [...path, "enum", i], labelPath: [...path, "enumNames", i] };
  return label === undefined ? option : { ...option, label };
}
