import type { Fault } from "../fault.js";
import { isObject } from "../object.js";

/** Names that are there twice. The ask need not be well-formed. */
export function askNameFaults(ask: unknown): Fault[] {
  if (!isObject(ask) || !Array.isArray(ask["fields"])) return [];
  const seen = new Set<unknown>();
  return ask["fields"].flatMap((field: unknown, index) => {
    const name = isObject(field) ? field["name"] : undefined;
    if (typeof name === "string" && seen.has(name))
      return [{ path: ["fields", index, "name"], message: "is there twice." }];
    seen.add(name);
    return [];
  });
}
