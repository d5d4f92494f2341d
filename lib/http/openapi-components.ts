import type { Route } from "@/lib/http/route";
import * as protocol from "@sess.si/protocol";
import { z } from "zod";

const ROOT = "#/components/schemas/";

interface Components {
  schemas: Record<string, object>;
  nameOf(schema: object): string;
}

/** The shapes that the rows use and the shapes in them, as zod writes them; a shape is named as `protocol` exports it. */
export function componentsOf(routes: readonly Route[]): Components {
  const names = namesOf(routes);
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const written = z.toJSONSchema(registry, { uri: (id) => ROOT + id, io: "input", unrepresentable: "any" });
  const schemas = Object.entries(written.schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]);
  return {
    schemas: Object.fromEntries(schemas),
    nameOf: (schema) => {
      const name = names.get(schema as z.ZodType);
      if (name === undefined) throw new Error("a row uses a shape that has no name");
      return name;
    },
  };
}

function namesOf(routes: readonly Route[]): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const [name, value] of Object.entries(protocol)) {
    if (value instanceof z.ZodType) names.set(value, name);
  }
  for (const route of routes) {
    if (route.scope !== null && route.body !== undefined && !names.has(route.body.schema)) {
      names.set(route.body.schema, `${capital(route.operationId)}Request`);
    }
  }
  return names;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
