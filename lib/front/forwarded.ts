import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** Headers of one hop (RFC 9110, 7.6.1) and those that Next takes from itself only. */
const DROPPED = new Set(
  (
    "connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding " +
    "upgrade expect http2-settings x-middleware-subrequest x-middleware-rewrite x-matched-path x-invoke-path"
  ).split(" "),
);

/** What the pages process gets: no client decides who it seems to be, unless a proxy of ours stands before us. */
export function headersForPages(request: IncomingMessage, trustedProxies: number): IncomingHttpHeaders {
  const named = new Set(listed(request.headers.connection));
  const kept = Object.entries(request.headers).filter(
    ([name]) => !DROPPED.has(name) && !named.has(name) && !isForwarding(name),
  );
  // HTTP/1.0 needs no Host, the connection to the pages does.
  return { host: "localhost", ...Object.fromEntries(kept), ...forwarding(request, trustedProxies) };
}

function listed(value: string | undefined): string[] {
  return (value ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
}

function isForwarding(name: string): boolean {
  return name === "forwarded" || name.startsWith("x-forwarded-") || name === "x-real-ip";
}

function forwarding(request: IncomingMessage, trustedProxies: number): IncomingHttpHeaders {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "unknown";
  const believed = trustedProxies > 0;
  const earlier = believed ? headers["x-forwarded-for"] : undefined;
  const host = (believed && first(headers["x-forwarded-host"])) || headers.host;
  return {
    "x-forwarded-for": earlier === undefined ? peer : `${String(earlier)}, ${peer}`,
    "x-forwarded-proto": (believed && first(headers["x-forwarded-proto"])) || "http",
    ...(host === undefined ? {} : { "x-forwarded-host": host }),
  };
}

function first(value: string | string[] | undefined): string | undefined {
  return (
    String(value ?? "")
      .split(",")[0]
      ?.trim() || undefined
  );
}
