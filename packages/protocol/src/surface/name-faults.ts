import type { Fault } from "../fault.js";
import { LIMITS } from "../limits.js";
import { isObject } from "../object.js";

/** What only the whole document shows: names that are there twice, and too many of them. It need not be well-formed. */
export function nameFaults(document: unknown): Fault[] {
  if (!isObject(document)) return [];
  const components = isObject(document["source"]) ? document["source"]["components"] : [];
  const fields = listOf(components).filter(({ entry }) => entry["type"] === "field");
  const faults = [
    ...repeated(fields, ["source", "components"], "name"),
    ...repeated(listOf(document["actions"]), ["actions"], "id"),
  ];
  if (fields.length > LIMITS.fields) faults.push(tooManyFields(fields.length));
  return faults;
}

interface Entry {
  entry: Record<string, unknown>;
  index: number;
}

function listOf(list: unknown): Entry[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown, index) => (isObject(entry) ? [{ entry, index }] : []));
}

function repeated(entries: Entry[], path: string[], key: string): Fault[] {
  const seen = new Set<unknown>();
  return entries.flatMap(({ entry, index }) => {
    const name = entry[key];
    if (typeof name === "string" && seen.has(name))
      return [{ path: [...path, index, key], message: "is there twice." }];
    seen.add(name);
    return [];
  });
}

function tooManyFields(length: number): Fault {
  const limit = LIMITS.fields;
  return { path: ["source", "components"], message: `has ${length} fields; the limit is ${limit}.`, limit, length };
}
