import { isProtocolError, parseInteraction } from "@sess.si/protocol";
import { configurationError } from "../error.js";

const MAX_SECONDS = 10 * 365 * 86_400;

/** The path of one interaction; an id is never let to reach beyond its place in it. */
export function pathOf(id: unknown): string {
  if (typeof id === "string" && /^[A-Za-z0-9_-]{1,128}$/.test(id)) return `/v1/interactions/${id}`;
  throw configurationError("invalid_arguments", "id must be the id of an interaction.", { field: "/id" });
}

export function requireWholeNumber(field: string, value: unknown): void {
  if (Number.isSafeInteger(value) && Number(value) >= 1) return;
  throw configurationError("invalid_arguments", `${field} must be a whole number from 1.`, { field: `/${field}` });
}

export function requireText(field: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw configurationError("invalid_arguments", `${field} must be a text.`, { field: `/${field}` });
}

/** Only what can never be right: the plan's ceiling is known to Sess alone. */
export function requireLifetime(seconds: unknown): void {
  if (seconds === undefined) return;
  if (Number.isSafeInteger(seconds) && Number(seconds) >= 1 && Number(seconds) <= MAX_SECONDS) return;
  throw configurationError("invalid_arguments", "expiresIn must be a whole number of seconds.", {
    field: "/expires_in",
  });
}

/** Refuses an interaction that Sess would refuse, looked at as it will be sent: a property that is undefined is none. */
export function requireInteraction(interaction: unknown): void {
  checkedHere(() => parseInteraction(asSent(interaction)));
}

function asSent(interaction: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(interaction));
  } catch {
    throw configurationError("invalid_arguments", "The interaction cannot be written as JSON.", {
      field: "/interaction",
    });
  }
}

/** Runs a check of the contract; what it refuses would be refused by Sess too, so nothing is sent. */
export function checkedHere<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!isProtocolError(error)) throw error;
    const { field, limit, length } = error;
    throw configurationError(error.code, error.message, { field, limit, length });
  }
}
