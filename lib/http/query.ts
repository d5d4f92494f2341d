import type { QueryParameter } from "@/lib/http/route";
import { ProtocolError } from "@sess.si/protocol";

const NONE: Readonly<Record<string, string>> = {};

/** The query by name. A name that the row does not know, or twice, is refused: a typo must not change what is meant. */
export function readQuery(
  url: string,
  known: Readonly<Record<string, QueryParameter>> | undefined,
): Readonly<Record<string, string>> {
  const start = url.indexOf("?");
  if (start === -1 || start === url.length - 1) return NONE;
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    if (known === undefined || !Object.hasOwn(known, name)) throw refused(name, "is not a parameter of this call");
    if (Object.hasOwn(query, name)) throw refused(name, "is there twice");
    query[name] = value;
  }
  return query;
}

function refused(name: string, reason: string): ProtocolError {
  const field = `/${name.slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return new ProtocolError("invalid_arguments", `${field} ${reason}.`, { field });
}
