import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorEnvelope, ProtocolError } from "@sess.si/protocol";

const refused = new WeakSet<Duplex>();

/**
 * Answers what Node itself refuses, in the envelope of every other refusal; the connection ends with it. Requests that
 * came whole before it on the same connection get their own replies first.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, replies: ServerResponse[]): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  // What comes after a fault is one more.
  if (refused.has(socket)) return;
  refused.add(socket);
  // In the middle of a reply ours would be taken for a part of it.
  if (replies.some(({ headersSent, writableEnded }) => headersSent && !writableEnded)) return void socket.destroy();
  const whole = replies.filter(({ req }) => req.complete).at(-1);
  if (whole === undefined) refuse(error, socket);
  else whole.once("close", () => refuse(error, socket));
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const refusal = refusalOf(error.code ?? "");
  const body = JSON.stringify(errorEnvelope(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

function refusalOf(code: string): ProtocolError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new ProtocolError("request_timeout", "The request did not come to its end in time.");
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return new ProtocolError("payload_too_large", "The headers are too large.", { status: 431 });
  }
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") {
    return new ProtocolError("payload_too_large", "The chunk extensions are too large.");
  }
  return new ProtocolError("invalid_arguments", "This is no well-formed request.");
}
