/**
 * The number that a person typed, in any language's digits and separators; null when it is none, when it could be two
 * (`1,000`: a thousand or one), or when a double cannot hold it as typed. `proposed` is the text's meaning where it
 * was shown that way and left alone.
 */
export function readNumber(typed: string, proposed?: number): number | null {
  const text = plainCharacters(typed);
  if (proposed !== undefined && /^-?\d+(\.\d+)?$/.test(text) && Number(text) === proposed) return proposed;
  const parts = SIGNED.exec(text);
  const plain = parts && plainDecimal(parts[2] ?? "");
  if (!parts || plain === null) return null;
  const value = Number(`${parts[1] === "-" ? "-" : ""}${plain}`);
  // Not -0: nobody types it to say it.
  return isExact(plain, value) ? value + 0 : null;
}

const SIGNED = /^([+-]?) ?(.+)$/s;

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

/** Decimal digits stand in runs of ten, 0 to 9, in every script. */
export function asciiDigit(digit: string): string {
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
  if (decimal === null) return null;
  separators.delete(decimal);
  const [whole = "", fraction, ...more] = decimal === "" ? [text] : text.split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
  const digits = ungrouped(whole, [...separators]);
  return digits === null ? null : `${digits}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** The character that ends the whole part, "" when there is none, null when nobody can tell. */
function decimalSeparator(text: string, separators: Set<string>): string | null {
  if (separators.has(ARABIC_DECIMAL)) return ARABIC_DECIMAL;
  const candidates = [".", ","].filter((separator) => separators.has(separator));
  const [only] = candidates;
  if (only === undefined) return "";
  if (candidates.length === 2) return text.lastIndexOf(".") > text.lastIndexOf(",") ? "." : ",";
  if (text.split(only).length > 2) return "";
  // Another grouping character beside it leaves it one meaning.
  if (separators.size > 1) return only;
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? null : only;
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
  return Number.isFinite(value) && significant(plain) === significant(positional(Math.abs(value)));
}

function significant(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  return `${whole.replace(/^0+/, "")}.${fraction.replace(/0+$/, "")}`;
}

/** A double without an exponent, digit for digit as it is written shortest. */
function positional(value: number): string {
  const [mantissa = "", power] = String(value).split("e");
  if (power === undefined) return mantissa;
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  return `${digits.slice(0, point).padEnd(point, "0")}.${digits.slice(point)}`;
}
