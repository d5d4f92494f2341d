/** Length in Unicode code points, as every limit counts. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** CRLF and CR become LF, and the text NFC: two ways of typing the same are one answer. */
export function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize("NFC");
}

/** Half a surrogate pair: it has no UTF-8 form. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

/** Text that Postgres cannot hold, and no reader can show: U+0000 or half a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && !LONE_SURROGATE.test(text);
}

// Zero-width and other characters that draw nothing: `trim` leaves them.
const INVISIBLE =
  /[\s\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/gu;

/** True when a person would see nothing. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, "") === "";
}
