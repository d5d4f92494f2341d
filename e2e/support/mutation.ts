import fc, { type Arbitrary } from "fast-check";

type Json = unknown;

/** Values at which parsers and databases are known to stumble. */
const ODD: Json[] = [
  [null, true, false, 0, -0, 1e308, -1e308, 5e-324, 2 ** 53, 0.1 + 0.2, 1e21, [], {}, [[]], [null], ""],
  [" ", "\u0000", "a\u0000b", "\ud83d", "\udc00\ud800", "\u200b", "\u202e", "\ufeff", "null", "__proto__"],
  ["x".repeat(33), "x".repeat(10_000), "😹".repeat(81), "é".repeat(300), "'; drop table interactions; --", "$1"],
  ["2026-02-30", "9999999999999999", "(a+)+$", "[", "^(?=a)", "\\u0000", "\\", "/", "toString", "hasOwnProperty"],
].flat();

const KEYS = [
  "mode title description source kind components actions type text label fields name required multiline widget",
  "option_labels schema value id intent enum enumNames oneOf anyOf items const default pattern format minLength",
  "maxLength minimum maximum multipleOf minItems maxItems uniqueItems expires_in interaction response_event_id",
  "__proto__ constructor prototype toString a/b~c \u0000 \ud800",
]
  .flatMap((line) => line.split(" "))
  .concat("", "x".repeat(41));

const odd = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 1, arbitrary: fc.double() },
);

interface Mutation {
  kind: "replace" | "remove" | "add" | "double" | "swap" | "nest";
  /** Which of the document's places, counted around. */
  place: number;
  other: number;
  key: string;
  value: Json;
}

const mutation: Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom("replace", "replace", "remove", "add", "double", "swap", "nest"),
  place: fc.nat(10_000),
  other: fc.nat(10_000),
  key: fc.constantFrom(...KEYS),
  value: odd,
});

/** Documents that are nearly right: one to three things are wrong with what `base` makes. */
export function mutated(base: Arbitrary<Json>): Arbitrary<Json> {
  return fc.tuple(base, fc.array(mutation, { minLength: 1, maxLength: 3 })).map(([document, mutations]) => {
    const holder = { document: structuredClone(document) };
    for (const change of mutations) apply(holder, change);
    return holder.document;
  });
}

/** The text of a document, cut, doubled, or with bytes changed. */
export function mangled(base: Arbitrary<Json>): Arbitrary<Uint8Array> {
  const change = fc.record({ kind: fc.constantFrom("cut", "flip", "repeat"), at: fc.nat(20_000), byte: fc.nat(255) });
  return fc.tuple(base, fc.array(change, { minLength: 1, maxLength: 3 })).map(([document, changes]) => {
    let bytes = new TextEncoder().encode(JSON.stringify(document) ?? "");
    for (const { kind, at, byte } of changes) bytes = mangle(bytes, kind, at % (bytes.length + 1), byte);
    return bytes;
  });
}

function mangle(bytes: Uint8Array<ArrayBuffer>, kind: string, at: number, byte: number): Uint8Array<ArrayBuffer> {
  if (kind === "cut") return bytes.slice(0, at);
  if (kind === "repeat") return Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(Math.max(0, at - byte))]);
  const copy = bytes.slice();
  copy[at] = byte;
  return copy;
}

interface Place {
  parent: Record<string, Json> | Json[];
  key: string | number;
}

function apply(holder: { document: Json }, { kind, place, other, key, value }: Mutation): void {
  const places = placesOf(holder);
  const at = places[place % places.length];
  const from = places[other % places.length];
  if (at === undefined || from === undefined) return;
  const current = read(at);
  if (kind === "replace") write(at, structuredClone(value));
  if (kind === "remove") remove(at);
  if (kind === "double" && Array.isArray(at.parent)) at.parent.push(structuredClone(current));
  if (kind === "swap") write(at, structuredClone(read(from)));
  if (kind === "nest") write(at, { [key]: current });
  if (kind === "add" && typeof current === "object" && current !== null) define(current, key, structuredClone(value));
}

/** Every place of the document, the whole of it included. */
function placesOf(holder: { document: Json }): Place[] {
  const places: Place[] = [];
  const visit = (parent: Place["parent"]): void => {
    for (const key of Array.isArray(parent) ? parent.keys() : Object.keys(parent)) {
      const place = { parent, key };
      places.push(place);
      const child = read(place);
      if (typeof child === "object" && child !== null) visit(child as Place["parent"]);
    }
  };
  visit(holder as Record<string, Json>);
  return places;
}

function read({ parent, key }: Place): Json {
  return (parent as Record<string | number, Json>)[key];
}

function write({ parent, key }: Place, value: Json): void {
  define(parent, String(key), value);
}

function remove({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[String(key)];
}

/** As JSON.parse does: `__proto__` becomes a key like any other. */
function define(target: object, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
