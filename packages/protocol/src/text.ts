/** Length in Unicode code points, as every limit counts. */
export function codePointLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1) length += 1;
  return length;
}

/** CRLF and CR become LF: browsers, scripts and agents end lines differently. */
export function plainLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * One more than UAX 15 (Stream-Safe Text) finds on any letter of any language. Normalising a run of marks takes time
 * by its square.
 */
const ENDLESS_MARKS = /\p{M}{31}/u;

/**
 * CRLF and CR become LF, and the text NFC: two ways of typing the same are one answer. Text that heaps more marks on a
 * letter than any language does keeps them as they are.
 */
export function normalizeText(text: string): string {
  const plain = plainLines(text);
  return ENDLESS_MARKS.test(plain) ? plain : plain.normalize("NFC");
}

/** Half a surrogate pair, which has no UTF-8 form. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed();
}

/** Text that Postgres cannot hold, and no reader can show: U+0000 or half a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && !hasLoneSurrogate(text);
}

// Beside space there are zero-width characters, fillers and an empty Braille cell, which `trim` leaves.
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** True when a person would see nothing. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
