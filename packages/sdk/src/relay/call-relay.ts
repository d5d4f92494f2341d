import { decode, type Schema } from "../decode.js";
import { configurationError } from "../error.js";
import type { Call } from "../exchange.js";
import { send } from "../send.js";
import type { Peer } from "../settings.js";
import { typed } from "./errors.js";

/** Options of every call to a relay. */
export interface RelayCallOptions {
  signal?: AbortSignal | undefined;
}

type RelayCall<T> = Omit<Call, "body"> & { schema: Schema<T>; body?: unknown };

/** Sends one call, repeated as far as that is safe, and reads its reply. */
export async function callRelay<T>(peer: Peer, { schema, body, ...call }: RelayCall<T>): Promise<T> {
  try {
    const text = body === undefined ? {} : { body: jsonOf(body) };
    return decode(schema, await send(peer, { ...call, ...text }));
  } catch (error) {
    throw typed(error);
  }
}

function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw configurationError("invalid_arguments", "The arguments cannot be written as JSON.");
  }
}

/** `/v1/sessions/{sid}` and what comes after it; an id never reaches beyond its place. */
export function sessionPath(sessionId: unknown, ...more: string[]): string {
  return ["/v1/sessions", idPart("sessionId", sessionId), ...more].join("/");
}

/** An id as a part of a path. */
export function idPart(field: string, id: unknown): string {
  if (typeof id === "string" && /^(?!\.+$)[A-Za-z0-9._~-]{1,128}$/.test(id)) return id;
  throw configurationError("invalid_arguments", `${field} must be an id.`, { field: `/${field}` });
}
