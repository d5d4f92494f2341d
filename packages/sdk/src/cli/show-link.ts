import { qrLines, qrWidth } from "../qr.js";
import type { Io } from "./io.js";

/** The link, and its QR code where there is a screen wide enough for it. */
export function showLink(io: Io, humanUrl: string, withQr: boolean): void {
  io.stderr.write(`\nAnswer here, on any device:\n\n  ${humanUrl}\n\n`);
  if (!withQr || io.stderr.isTTY !== true || qrWidth(humanUrl) > (io.stderr.columns ?? 80)) return;
  io.stderr.write(`${qrLines(humanUrl, { coloured: true }).join("\n")}\n\n`);
}
