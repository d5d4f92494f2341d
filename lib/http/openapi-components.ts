import { PROPERTY_MEANINGS, STATE_MEANING } from "@/lib/http/property-meanings";
import * as protocol from "@sess.si/protocol";
import { z } from "zod";

const ROOT = "#/components/schemas/";

interface Components {
  schemas: Record<string, object>;
  nameOf(schema: object): string;
}

/** The shapes of the contract as zod writes them, named as `protocol` exports them. */
export function componentsOf(): Components {
  const names = namesOf();
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const written = z.toJSONSchema(registry, {
    uri: (id) => ROOT + id,
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "object") requireNeeded(zodSchema as z.core.$ZodObject, jsonSchema);
    },
  });
  for (const schema of Object.values(written.schemas)) {
    delete schema.$schema;
    delete schema.$id;
    explain(schema);
  }
  return {
    schemas: written.schemas,
    nameOf: (schema) => {
      const name = names.get(schema as z.ZodType);
      if (name === undefined) throw new Error("a row uses a shape that has no name");
      return name;
    },
  };
}

/** Zod takes whatever is preprocessed for optional, since a function could make something of nothing; ours do not. */
function requireNeeded({ _zod }: z.core.$ZodObject, jsonSchema: { required?: string[] }): void {
  const needed = Object.entries(_zod.def.shape).flatMap(([name, part]) => (mayBeLeftOut(part) ? [] : [name]));
  if (needed.length > 0) jsonSchema.required = needed;
}

/** Beside a reference too, as OpenAPI 3.1 allows. */
function explain(schema: object): void {
  for (const [name, part] of Object.entries(schema)) {
    if (typeof part !== "object" || part === null) continue;
    if (name === "properties") addMeanings(part as Record<string, Property>);
    explain(part as object);
  }
}

interface Property {
  description?: string;
  enum?: unknown[];
}

function addMeanings(properties: Record<string, Property>): void {
  const { state } = properties;
  // A relay's session has a state of its own.
  if (state?.enum?.join() === protocol.INTERACTION_STATES.join()) state.description = STATE_MEANING;
  for (const [name, meaning] of Object.entries(PROPERTY_MEANINGS)) {
    const property = properties[name];
    if (property !== undefined) properties[name] = { ...property, description: meaning };
  }
}

function mayBeLeftOut(schema: z.core.$ZodType): boolean {
  if (!(schema instanceof z.ZodPipe)) return schema._zod.optin === "optional";
  const { in: first, out: second } = schema.def;
  return mayBeLeftOut(first instanceof z.ZodTransform ? second : first);
}

function namesOf(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const [name, value] of Object.entries<unknown>(protocol)) {
    if (value instanceof z.ZodType) names.set(value, name);
  }
  return names;
}
