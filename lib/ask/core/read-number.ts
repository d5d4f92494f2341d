import { decimalText } from "@sess.si/protocol";

/** Why a text is not taken as a number. */
export type NumberFault =
  | { code: "number" }
  /** It could be two numbers (`1,000`: a thousand or one): each as it can be written without doubt. */
  | { code: "ambiguous_number"; readings: [whole: string, decimal: string] }
  /** A double cannot hold it as typed. */
  | { code: "inexact_number" };

/**
 * The number that a person typed, in any language's digits and separators. `proposed` is the text's meaning where it
 * was shown that way and left alone.
 */
export function readNumber(typed: string, proposed?: number): number | NumberFault {
  const text = plainCharacters(typed);
  if (proposed !== undefined && /^-?\d+(\.\d+)?$/.test(text) && Number(text) === proposed) return proposed;
  const [, sign = "", unsigned = ""] = SIGNED.exec(text) ?? [];
  const minus = sign === "-" ? "-" : "";
  if (AMBIGUOUS.test(unsigned)) return { code: "ambiguous_number", readings: bothReadings(minus, unsigned) };
  const plain = unsigned === "" ? null : plainDecimal(unsigned);
  if (plain === null) return { code: "number" };
  const value = Number(`${minus}${plain}`);
  // Not -0: nobody types it to say it.
  return isExact(plain, value) ? value + 0 : { code: "inexact_number" };
}

const SIGNED = /^([+-]?) ?(.+)$/s;

/** A group of thousands, or three decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** With a fourth decimal, or fewer than three, nobody reads thousands. */
function bothReadings(minus: string, text: string): [string, string] {
  const [whole = "", fraction = ""] = text.split(/[.,]/);
  const decimals = withoutEndingZeros(fraction);
  const shown = decimals.length === 3 ? `${decimals}0` : decimals.padEnd(1, "0");
  return [`${minus}${whole}${fraction}`, `${minus}${whole}.${shown}`];
}

/** ASCII digits, signs and separators, no direction marks. No NFKC: it makes 12 of 1². */
function plainCharacters(typed: string): string {
  return typed
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\u2212\u2012\u2013\uFE63\uFF0D]/g, "-")
    .replace(/\uFF0B/g, "+")
    .replace(/\uFF0E/g, ".")
    .replace(/[\uFF0C\u060C]/g, ",")
    .replace(/[\u2019\u02BC\uFF07]/g, "'")
    .replace(/\s/g, " ");
}

const KNOWN_DIGITS = new Map<string, string>();

export function asciiDigit(digit: string): string {
  const known = KNOWN_DIGITS.get(digit) ?? findDigit(digit);
  KNOWN_DIGITS.set(digit, known);
  return known;
}

/** Decimal digits stand in runs of ten, 0 to 9, in every script. */
function findDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

const ARABIC_DECIMAL = "\u066B";
const ARABIC_GROUP = "\u066C";

/** `1234.5` of an unsigned text, or null. */
function plainDecimal(text: string): string | null {
  if (/^\d+$/.test(text)) return text;
  const separators = new Set(text.match(/[^\d]/g));
  const decimal = decimalSeparator(text, separators);
  separators.delete(decimal);
  const [whole = "", fraction, ...more] = decimal === "" ? [text] : text.split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
  const digits = ungrouped(whole, [...separators]);
  return digits === null ? null : `${digits}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** The character that ends the whole part; "" when there is none. */
function decimalSeparator(text: string, separators: Set<string>): string {
  if (separators.has(ARABIC_DECIMAL)) return ARABIC_DECIMAL;
  const candidates = [".", ","].filter((separator) => separators.has(separator));
  const [only] = candidates;
  if (only === undefined) return "";
  if (candidates.length === 2) return text.lastIndexOf(".") > text.lastIndexOf(",") ? "." : ",";
  return text.split(only).length > 2 ? "" : only;
}

const GROUPS = /^\d{1,3}(?: \d{3})+$/;
/** As in India: thousands, then pairs. */
const PAIRS = /^\d{1,2}(?: \d{2})* \d{3}$/;

function ungrouped(whole: string, separators: string[]): string | null {
  if (separators.length === 0) return /^\d*$/.test(whole) ? whole || "0" : null;
  const [separator = ""] = separators;
  if (separators.length > 1 || ![" ", "'", ".", ",", ARABIC_GROUP].includes(separator)) return null;
  const spaced = whole.replaceAll(separator, " ");
  return GROUPS.test(spaced) || PAIRS.test(spaced) ? spaced.replaceAll(" ", "") : null;
}

/** False when the nearest double is another number than the one that was typed. */
function isExact(plain: string, value: number): boolean {
  return Number.isFinite(value) && significant(plain) === significant(decimalText(Math.abs(value)));
}

function significant(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  return `${whole.replace(/^0+/, "")}.${withoutEndingZeros(fraction)}`;
}

/** `/0+$/` starts anew at every zero: on a long text it takes minutes. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}
