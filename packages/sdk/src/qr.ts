import { renderUnicodeCompact } from "uqr";

/**
 * A QR code as lines of text, two rows of modules in each, with the quiet zone that cameras need. At a terminal it is
 * drawn light on black whatever the terminal's own colours are, so that every camera reads it.
 */
export function qrLines(text: string, { coloured }: { coloured: boolean }): string[] {
  const lines = renderUnicodeCompact(text, { border: 2 }).split("\n");
  return coloured ? lines.map((line) => `\u001b[97;40m${line}\u001b[0m`) : lines;
}

/** How many columns of a terminal it takes. */
export function qrWidth(text: string): number {
  return Math.max(...qrLines(text, { coloured: false }).map((line) => line.length));
}
