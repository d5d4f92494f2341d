import type * as z from "zod";
import { ProtocolError } from "./errors.js";
import type { Fault } from "./fault.js";
import { firstFault } from "./first-fault.js";
import { pointer } from "./pointer.js";
import { findUnsafeKey } from "./unsafe-key.js";
import { findUnstorableText } from "./unstorable-text.js";
import { faultsOf } from "./zod-faults.js";

/** Parses a body or throws `invalid_arguments` for its first fault in document order; `base` is where the body lies. */
export function parseRequest<S extends z.ZodType>(schema: S, body: unknown, base = ""): z.output<S> {
  const unsafe = findUnsafeKey(body);
  if (unsafe !== null) throw refusal(`${base}${unsafe}`, { path: [], message: "is a key that is not allowed." });
  const text = findUnstorableText(body);
  const parsed = schema.safeParse(body);
  if (parsed.success && text === null) return parsed.data;
  const faults = parsed.success ? [] : faultsOf(parsed.error, body);
  const fault = firstFault(body, text ? [text, ...faults] : faults);
  throw refusal(pointer(base, fault.path), fault);
}

function refusal(field: string, { message, limit, length }: Fault): ProtocolError {
  const subject = field === "" ? "The body" : field;
  return new ProtocolError("invalid_arguments", message.startsWith("The ") ? message : `${subject} ${message}`, {
    field,
    ...(limit !== undefined && { limit }),
    ...(length !== undefined && { length }),
  });
}
