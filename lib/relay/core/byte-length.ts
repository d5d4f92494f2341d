/** Length of a text in UTF-8; half a surrogate pair counts as the three bytes it is replaced with. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 || isPair(text, index) ? 1 : 2;
    if (isPair(text, index)) {
      bytes += 1;
      index += 1;
    }
  }
  return bytes;
}

function isPair(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
