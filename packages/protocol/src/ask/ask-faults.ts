import type { Fault } from "../fault.js";
import { isObject } from "../object.js";
import { sizeFaults } from "../surface/size-faults.js";

/** What only the whole ask shows. It need not be well-formed. */
export function askFaults(ask: unknown): Fault[] {
  const oversize = sizeFaults(ask);
  if (oversize.length > 0) return oversize;
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
