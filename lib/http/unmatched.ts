import type { ApiContext } from "@/lib/http/handle";
import { baseHeaders, errorReply, type ReplyHeaders } from "@/lib/http/reply";
import type { Log } from "@/lib/http/ports";
import { ProtocolError } from "@sess.si/protocol";

/** What no row takes: a preflight, a wrong method, or a path that is not there. Never a redirect. */
export function unmatchedHandler(log: Log, rows: readonly Row[]): (c: ApiContext) => Response {
  const paths = pathsOf(rows);
  return (c) => {
    const headers = baseHeaders();
    const methods = paths.find(({ pattern }) => pattern.test(c.req.path))?.methods;
    if (methods === undefined)
      return errorReply(new ProtocolError("not_found", "There is nothing here."), headers, c.req.raw, log);
    headers["Allow"] = methods.join(", ");
    if (c.req.method === "OPTIONS") return preflight(headers, methods);
    const message = `${c.req.method.slice(0, 20)} is not a method of this path; it takes ${headers["Allow"]}.`;
    return errorReply(new ProtocolError("method_not_allowed", message), headers, c.req.raw, log);
  };
}

interface Row {
  method: string;
  path: string;
  /** null: anybody may read it, so HEAD may too. */
  scope?: string | null;
}

function pathsOf(rows: readonly Row[]): { pattern: RegExp; methods: string[] }[] {
  const methodsByPath = new Map<string, string[]>();
  for (const route of rows) {
    const methods = methodsByPath.get(route.path) ?? ["OPTIONS"];
    methods.push(route.method);
    if (route.scope === null) methods.push("HEAD");
    methodsByPath.set(route.path, methods);
  }
  return [...methodsByPath].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    methods: methods.toSorted(),
  }));
}

function preflight(headers: ReplyHeaders, methods: string[]): Response {
  const { "Content-Type": _, ...rest } = headers;
  return new Response(null, {
    status: 204,
    headers: {
      ...rest,
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match",
      "Access-Control-Max-Age": "7200",
    },
  });
}
