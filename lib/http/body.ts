import { isUtf8 } from "node:buffer";
import { isNestedDeeper } from "@/lib/http/json-depth";
import { findUnsafeKey, LIMITS, ProtocolError } from "@sess.si/protocol";

/** Reads a JSON body, or throws what is wrong with it. An absent body is `undefined`. */
export async function readJson(request: Request): Promise<unknown> {
  requirePlain(request.headers);
  const type = request.headers.get("content-type");
  if (type !== null && !isJson(type)) throw unsupportedType(type);
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  if (type === null) throw unsupportedType("none");
  return parse(bytes);
}

/** A longer one is no type of ours, and what is wrong with it is found sooner by not looking. */
const LONGEST_TYPE = 100;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

function isJson(type: string): boolean {
  return type === "application/json" || (type.length <= LONGEST_TYPE && JSON_TYPE.test(type));
}

/** Taken for JSON, a compressed body would be refused for its letters, and nobody would know why. */
function requirePlain(headers: Headers): void {
  const encoding = headers.get("content-encoding");
  if (encoding === null || encoding.toLowerCase() === "identity") return;
  throw new ProtocolError(
    "unsupported_media_type",
    `Send the body as it is, without a Content-Encoding, not as ${JSON.stringify(encoding.slice(0, 100))}.`,
  );
}

function unsupportedType(type: string): ProtocolError {
  return new ProtocolError(
    "unsupported_media_type",
    `Send the body as application/json in UTF-8, not as ${JSON.stringify(type.slice(0, 100))}.`,
  );
}

/**
 * With a Content-Length the server never hands over more than it says, so the body can be read in one piece; without
 * one it is counted as it comes.
 */
export async function readBytes(request: Request, limit: number = LIMITS.bodyBytes): Promise<Buffer> {
  const announced = request.headers.get("content-length");
  if (announced === null) return request.body === null ? EMPTY : readStream(request.body, limit);
  if (Number(announced) > limit) throw tooLarge(limit);
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length > limit) throw tooLarge(limit);
  return bytes;
}

const EMPTY = Buffer.alloc(0);

async function readStream(body: ReadableStream<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
}

function tooLarge(limit: number): ProtocolError {
  return new ProtocolError("payload_too_large", `The body can be at most ${limit} bytes.`, { limit });
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ProtocolError("invalid_arguments", "The body is not valid UTF-8.", { field: "" });
  const text = bytes.toString("utf8", hasByteOrderMark(bytes) ? 3 : 0);
  requireShallow(text);
  const value = parseText(text);
  refuseUnsafeKeys(text, value);
  return value;
}

/** Deep nesting costs every later step far more than its bytes. A body that is only a little too deep is told where. */
function requireShallow(text: string): void {
  if (!isNestedDeeper(text, LIMITS.bodyDepth)) return;
  const message = `The body is nested more than ${LIMITS.bodyDepth} levels deep; an interaction has at most ${LIMITS.depth}.`;
  throw new ProtocolError("invalid_arguments", message, { field: "", limit: LIMITS.depth });
}

/** Some editors and shells put one in front; it is not part of the JSON. */
function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? `: ${error.message.slice(0, 200)}` : "";
    throw new ProtocolError("invalid_arguments", `The body is not valid JSON${reason}.`, { field: "" });
  }
}

/** Only a text that spells one, or that has escapes, can hold an unsafe key: the others need no walk. */
const MAY_BE_UNSAFE = /__proto__|constructor|prototype|\\u/;

function refuseUnsafeKeys(text: string, value: unknown): void {
  if (!MAY_BE_UNSAFE.test(text)) return;
  const field = findUnsafeKey(value);
  if (field === null) return;
  throw new ProtocolError("invalid_arguments", `${field} is a key that is not allowed.`, { field });
}
