import type { Log } from "@/lib/http/ports";
import { reportOutage } from "@/lib/http/report-outage";
import { errorEnvelope, isProtocolError, ProtocolError } from "@sess.si/protocol";

export type ReplyHeaders = Record<string, string>;

/** On every reply of the API: a browser may call it from any page, since only the key in the request counts. */
export function baseHeaders(): ReplyHeaders {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After, Sess-Workspace-Id",
    "X-Content-Type-Options": "nosniff",
  };
}

export function jsonReply(status: number, value: object, headers: ReplyHeaders): Response {
  return new Response(JSON.stringify(value), { status, headers });
}

/** The one place where an error becomes a reply. */
export function errorReply(error: unknown, headers: ReplyHeaders, request: Request, log: Log): Response {
  reportOutage(log, error);
  if (isProtocolError(error)) return envelopeReply(error, headers);
  if (request.signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST, headers });
  const requestId = crypto.randomUUID();
  log.error({ err: error, requestId }, "unexpected error in a request");
  const message = `Something went wrong on our side. It was logged as ${requestId}.`;
  return envelopeReply(new ProtocolError("internal", message), headers);
}

/** Nobody reads it any more; the logs of proxies know the number. */
const CLIENT_CLOSED_REQUEST = 499;

function envelopeReply(error: ProtocolError, headers: ReplyHeaders): Response {
  const { status } = error;
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  if (status === 429 || status === 503) headers["Retry-After"] = String(error.retryAfter ?? 1);
  const revision = error.details?.["revision"];
  if (typeof revision === "number") headers["ETag"] = etag(revision);
  return jsonReply(status, errorEnvelope(error), headers);
}

export function etag(revision: number): string {
  return `"${revision}"`;
}
