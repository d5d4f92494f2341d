import { hasLoneSurrogate } from "./text.js";

/** RFC 8785: one text for one value, whatever order its keys came in. Throws a TypeError for what is not JSON. */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string") return canonicalString(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") return canonicalObject(value);
  throw new TypeError(`A ${typeof value} has no JSON form.`);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form.`);
  return JSON.stringify(value);
}

/** Nothing to escape, and cheaper to see than to write anew. */
const PLAIN = /^[ !#-[\]-~]{0,200}$/;

function canonicalString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (hasLoneSurrogate(text)) throw new TypeError("A lone surrogate has no UTF-8 form.");
  return JSON.stringify(text);
}

function canonicalObject(object: object): string {
  // Array.prototype.sort compares UTF-16 code units, as section 3.2.3 asks.
  const keys = Object.keys(object).sort();
  let members = "";
  for (const key of keys) {
    const value = (object as Record<string, unknown>)[key];
    if (value === undefined) continue;
    if (members !== "") members += ",";
    members += `${canonicalString(key)}:${canonicalJson(value)}`;
  }
  return `{${members}}`;
}
