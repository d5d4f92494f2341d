import { asciiDigit, type NumberFault, readNumber } from "@/lib/ask/core/read-number";
import {
  type AnswerIssue,
  type AnswerValue,
  codePointLength,
  type FieldComponent,
  fieldKind,
  fieldsOf,
  isBlank,
  LIMITS,
  normalizeText,
  optionsOf,
  plainLines,
  type Surface,
  textLimit,
} from "@sess.si/protocol";

/** What a posted form says, as typed values by field name. An empty control is an absent value, never `false` or 0. */
export function readForm(
  surface: Surface,
  fields: Readonly<Record<string, readonly string[]>>,
): { values: Record<string, AnswerValue>; issues: AnswerIssue[] } {
  const posted = new Map(Object.entries(fields));
  const values: [string, AnswerValue][] = [];
  const issues: AnswerIssue[] = [];
  for (const field of fieldsOf(surface)) {
    const read = readField(field, posted.get(field.name) ?? []);
    posted.delete(field.name);
    if (read === undefined) continue;
    if (isFault(read)) issues.push({ field: field.name, ...read });
    else values.push([field.name, read]);
  }
  // One says it all: the form was made for something else.
  const [stranger] = posted.keys();
  if (stranger !== undefined) issues.push({ field: stranger, code: "unknown_field" });
  return { values: Object.fromEntries(values), issues };
}

type Fault = NumberFault | { code: "wrong_type" } | { code: "too_long"; limit: number; length: number };
type Read = AnswerValue | Fault | undefined;

function isFault(read: AnswerValue | Fault): read is Fault {
  return typeof read === "object" && !Array.isArray(read);
}

function readField(field: FieldComponent, entries: readonly string[]): Read {
  const kind = fieldKind(field);
  if (kind === "choice" || kind === "multi_choice") return readChoice(field, entries);
  const filled = entries.filter((entry) => !isBlank(entry)).map(normalizeText);
  const tooLong = firstTooLong(field, filled);
  if (tooLong !== undefined) return tooLong;
  if (kind === "date-time") return filled.length === 0 ? undefined : readDateTime(filled);
  const [entry] = filled;
  if (entry === undefined) return undefined;
  return filled.length > 1 ? { code: "wrong_type" } : READERS[kind](entry, field);
}

/** No reader sees more text than any field takes. */
function firstTooLong({ schema }: FieldComponent, entries: readonly string[]): Fault | undefined {
  const limit = schema.type === "string" ? textLimit(schema) : LIMITS.answerText;
  const length = entries.map(codePointLength).find((each) => each > LIMITS.answerText);
  return length === undefined ? undefined : { code: "too_long", limit, length };
}

type TypedKind = Exclude<ReturnType<typeof fieldKind>, "choice" | "multi_choice" | "date-time">;

const READERS: Record<TypedKind, (entry: string, field: FieldComponent) => Read> = {
  text: (entry) => entry,
  multiline: (entry) => entry,
  email: withoutEdges,
  uri: withoutEdges,
  date: readDate,
  number: readTypedNumber,
  integer: readTypedNumber,
  rating: readTypedNumber,
  boolean: readBoolean,
};

/** An option is its id to the letter, spaces and all, but for its line ends: browsers write CRLF. */
function readChoice(field: FieldComponent, entries: readonly string[]): Read {
  const filled = entries.filter((entry) => entry !== "");
  const ids = new Map(optionsOf(field).map(({ id }) => [plainLines(id), id]));
  const chosen = filled.map((entry) => ids.get(plainLines(entry)) ?? entry);
  const [only] = chosen;
  if (only === undefined) return undefined;
  if (field.schema.type === "array") return chosen;
  return chosen.length > 1 ? { code: "wrong_type" } : only;
}

function readBoolean(entry: string): Read {
  if (entry === "true") return true;
  return entry === "false" ? false : { code: "wrong_type" };
}

function readTypedNumber(entry: string, { value }: FieldComponent): Read {
  return readNumber(entry, typeof value === "number" ? value : undefined);
}

const EDGE = /^[\s\p{Cf}]$/u;

/** Not by `/…+$/`, which starts anew at every space of a long text. */
function withoutEdges(text: string): string {
  const chars = Array.from(text);
  let start = 0;
  let end = chars.length;
  while (start < end && EDGE.test(chars[start] ?? "")) start += 1;
  while (end > start && EDGE.test(chars[end - 1] ?? "")) end -= 1;
  return chars.slice(start, end).join("");
}

/** Year first is the one order that nobody reads otherwise; anything else stays as typed, and does not fit. */
function readDate(entry: string): string {
  const text = withoutEdges(entry).replace(/\p{Nd}/gu, asciiDigit);
  const parts = /^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})\.?$/.exec(text);
  if (!parts) return text;
  const [, year = "", month = "", day = ""] = parts;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** One text, or date, time and offset as three controls of one name. */
function readDateTime(entries: string[]): string {
  const text = entries.map(withoutEdges).join(" ");
  const parts = /^(\S+?)[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)? ?([Zz]|[+-]\d{2}:\d{2})$/.exec(text);
  if (!parts) return text;
  const [, date = "", clock = "", seconds = ":00", offset = ""] = parts;
  return `${readDate(date)}T${clock}${seconds}${offset.toUpperCase()}`;
}
