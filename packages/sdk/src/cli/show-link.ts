import { renderUnicodeCompact } from "uqr";
import type { Io } from "./io.js";

/** The QR code is drawn light on black whatever the terminal's colours are, so that every camera reads it. */
export function showLink(io: Io, humanUrl: string, withQr: boolean): void {
  io.stderr.write(`\nAnswer here, on any device:\n\n  ${humanUrl}\n\n`);
  if (!withQr || io.stderr.isTTY !== true) return;
  const lines = renderUnicodeCompact(humanUrl, { border: 2 }).split("\n");
  if (lines.some((line) => line.length > (io.stderr.columns ?? 80))) return;
  io.stderr.write(`${lines.map((line) => `\u001b[97;40m${line}\u001b[0m`).join("\n")}\n\n`);
}
