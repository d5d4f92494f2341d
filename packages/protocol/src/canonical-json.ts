import { LONE_SURROGATE } from "./text.js";

/** RFC 8785: one text for one value, whatever order its keys came in. Throws a TypeError for what is not JSON. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (typeof value === "string") return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") return canonicalObject(value);
  throw new TypeError(`A ${typeof value} has no JSON form.`);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form.`);
  return JSON.stringify(value);
}

function canonicalString(text: string): string {
  if (LONE_SURROGATE.test(text)) throw new TypeError("A lone surrogate has no UTF-8 form.");
  return JSON.stringify(text);
}

function canonicalObject(object: object): string {
  const members = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    // Array.prototype.sort compares UTF-16 code units, as section 3.2.3 asks.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${canonicalString(key)}:${canonicalJson(value)}`);
  return `{${members.join(",")}}`;
}
