import type { z } from "zod";
import type { Fault } from "../fault.js";
import { firstFault } from "../first-fault.js";
import { pointer } from "../pointer.js";
import { faultsOf } from "../zod-faults.js";
import { RELAY_ERRORS, RelayError, type RelayErrorCode } from "./errors.js";
import { refusalCode } from "./refusal-code.js";

/** Parses a relay body or throws a RelayError for its first fault in document order. */
export function parseRelay<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error, body);
  const fault = firstFault(body, faults);
  const own = parsed.error.issues.map(ownCode)[faults.indexOf(fault)];
  throw refusal(own ?? refusalCode(schema, fault.path), fault);
}

/** A refinement may name its code in the issue itself. */
function ownCode(issue: z.core.$ZodIssue): RelayErrorCode | undefined {
  const code: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
  return typeof code === "string" && Object.hasOwn(RELAY_ERRORS, code) ? (code as RelayErrorCode) : undefined;
}

function refusal(code: RelayErrorCode, { path, message, limit, length }: Fault): RelayError {
  const field = pointer("", path);
  const subject = field === "" ? "The body" : field;
  return new RelayError(code, message.startsWith("The ") ? message : `${subject} ${message}`, {
    field,
    ...(limit !== undefined && { limit }),
    ...(length !== undefined && { length }),
  });
}
