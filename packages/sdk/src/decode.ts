import { protocolError } from "./error.js";
import type { Reply } from "./exchange.js";

/** As much of a schema as reading takes. */
export interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly { path: readonly PropertyKey[] }[] } };
}

/** The body of a reply in the shape that the contract promises. */
export function decode<T>(schema: Schema<T>, reply: Reply): T {
  const read = schema.safeParse(parseJson(reply));
  if (read.success) return read.data;
  const field = pointerOf(read.error.issues[0]?.path ?? []);
  throw protocolError("unexpected_reply", `The reply is not what Sess promises${field && ` at ${field}`}.`, {
    status: reply.status,
    field,
  });
}

function parseJson(reply: Reply): unknown {
  try {
    return JSON.parse(reply.text);
  } catch {
    throw protocolError("not_json", "The reply is not JSON: is this the origin of Sess?", { status: reply.status });
  }
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
