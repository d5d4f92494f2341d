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
  const written = z.toJSONSchema(registry, { uri: (id) => ROOT + id, io: "input", unrepresentable: "any" });
  for (const schema of Object.values(written.schemas)) {
    delete schema.$schema;
    delete schema.$id;
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

function namesOf(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const [name, value] of Object.entries<unknown>(protocol)) {
    if (value instanceof z.ZodType) names.set(value, name);
  }
  return names;
}
