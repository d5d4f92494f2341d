import { isUtf8 } from "node:buffer";
import type { RelayRequest } from "@/lib/http/relay/message";
import type { RelayBody } from "@/lib/relay/ports";
import { isProtocolError, RelayError } from "@sess.si/protocol";

/**
 * Reads a JSON body together with its text, whatever type it says it has: a Bearer token is the only thing that counts.
 * No message repeats anything of it, since what a session without persistence holds is to be nowhere else.
 */
export async function readRelayBody(request: Pick<RelayRequest, "readBytes">, limit: number): Promise<RelayBody> {
  const bytes = await readBounded(request, limit);
  if (bytes.length === 0) return { value: undefined, text: "" };
  if (!isUtf8(bytes)) throw refusal("The body is not valid UTF-8.");
  const text = bytes.toString("utf8", hasByteOrderMark(bytes) ? 3 : 0);
  return { value: parse(text), text };
}

async function readBounded(request: Pick<RelayRequest, "readBytes">, limit: number): Promise<Buffer> {
  try {
    return await request.readBytes(limit);
  } catch (error) {
    if (!isProtocolError(error) || error.code !== "payload_too_large") throw error;
    throw new RelayError("payload_too_large", error.message, { limit });
  }
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = error instanceof Error ? / at position \d+/.exec(error.message)?.[0] : undefined;
    throw refusal(`The body is not valid JSON${place === undefined ? "" : `: see${place}`}.`);
  }
}

function refusal(message: string): RelayError {
  return new RelayError("validation_error", message, { field: "" });
}
