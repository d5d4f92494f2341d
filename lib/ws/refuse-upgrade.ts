import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { relayErrorEnvelope, type RelayError } from "@sess.si/protocol";

/** Answers a request for a socket that gets none, as HTTP; the connection ends with it. */
export function refuseUpgrade(socket: Duplex, error: RelayError): void {
  const body = JSON.stringify(relayErrorEnvelope(error));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ""}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    ...(error.status === 503 ? ["Retry-After: 1"] : []),
    "Connection: close",
  ];
  socket.once("error", () => socket.destroy());
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
