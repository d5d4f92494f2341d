import { asciiDigit, readNumber } from "@/lib/ask/core/read-number";
import {
  type AnswerIssue,
  type AnswerValue,
  type FieldComponent,
  fieldKind,
  fieldsOf,
  isBlank,
  normalizeText,
  optionsOf,
  type Surface,
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
    if (isIssue(read)) issues.push({ field: field.name, code: read.code });
    else values.push([field.name, read]);
  }
  for (const field of posted.keys()) issues.push({ field, code: "unknown_field" });
  return { values: Object.fromEntries(values), issues };
}

type Unread = { code: "number" | "wrong_type" };
type Read = AnswerValue | Unread | undefined;

function isIssue(read: AnswerValue | Unread): read is Unread {
  return typeof read === "object" && !Array.isArray(read);
}

function readField(field: FieldComponent, entries: readonly string[]): Read {
  const kind = fieldKind(field);
  const filled = entries.filter((entry) => !isBlank(entry));
  if (kind === "multi_choice") return filled.length === 0 ? undefined : filled.map((id) => optionId(field, id));
  if (kind === "date-time") return filled.length === 0 ? undefined : readDateTime(filled);
  const [entry] = filled;
  if (entry === undefined) return undefined;
  return filled.length > 1 ? { code: "wrong_type" } : READERS[kind](entry, field);
}

type SingleKind = Exclude<ReturnType<typeof fieldKind>, "multi_choice" | "date-time">;

const READERS: Record<SingleKind, (entry: string, field: FieldComponent) => Read> = {
  text: normalizeText,
  multiline: normalizeText,
  email: withoutEdges,
  uri: withoutEdges,
  date: readDate,
  number: readTypedNumber,
  integer: readTypedNumber,
  rating: readTypedNumber,
  boolean: readBoolean,
  choice: (entry, field) => optionId(field, entry),
};

/** Browsers write line breaks of a value as CRLF. */
function optionId(field: FieldComponent, entry: string): string {
  const posted = entry.replace(/\r\n?/g, "\n");
  return optionsOf(field).find(({ id }) => id.replace(/\r\n?/g, "\n") === posted)?.id ?? entry;
}

function readBoolean(entry: string): Read {
  if (entry === "true") return true;
  return entry === "false" ? false : { code: "wrong_type" };
}

function readTypedNumber(entry: string, { value }: FieldComponent): Read {
  return readNumber(entry, typeof value === "number" ? value : undefined) ?? { code: "number" };
}

const EDGES = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

function withoutEdges(entry: string): string {
  return normalizeText(entry).replace(EDGES, "");
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
