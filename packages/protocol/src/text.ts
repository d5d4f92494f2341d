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

// Zero-width characters, fillers and an empty Braille cell: `trim` leaves them.
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** True when a person would see nothing. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, "") === "";
}
