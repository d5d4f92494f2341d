import { PAGE_HEADERS } from "@/lib/http/answer-page/headers";
import type { LinkVerbs } from "@/lib/http/answer-page/link-verbs";
import type { Log } from "@/lib/http/ports";
import { reportOutage } from "@/lib/http/report-outage";
import { ERRORS, errorEnvelope, isProtocolError, ProtocolError } from "@sess.si/protocol";

/** Shorter than the idle limits of phones' networks and of common proxies. */
const LIVE_WAIT_MS = 25_000;

export interface News {
  version: number;
  changed: boolean;
}

/** Waits until the page of that version is out of date. It says no more than that: the page itself is fetched again. */
export async function watch(
  verbs: Pick<LinkVerbs, "watch">,
  secret: string,
  version: string | undefined,
  signal: AbortSignal,
): Promise<News> {
  return verbs.watch(secret, { version: readVersion(version), waitMs: LIVE_WAIT_MS }, signal);
}

/** What the page's script gets, whatever comes of the wait. */
export async function liveReply(log: Pick<Log, "error">, wait: () => Promise<News>): Promise<Response> {
  try {
    return json(200, await wait());
  } catch (error) {
    reportOutage(log, error);
    if (isProtocolError(error)) return refusal(error);
    log.error({ err: error }, "unexpected error while a page waited");
    return json(500, errorEnvelope(new ProtocolError("internal", "Something went wrong on our side.")));
  }
}

function readVersion(text: string | undefined): number {
  if (text !== undefined && /^\d{1,15}$/.test(text)) return Number(text);
  throw new ProtocolError("invalid_arguments", "v must be the version of the page.", { field: "/v" });
}

function refusal(error: ProtocolError): Response {
  const { status } = ERRORS[error.code];
  const mayComeAgain = status === 429 || status === 503;
  return json(status, errorEnvelope(error), mayComeAgain ? { "Retry-After": String(error.retryAfter ?? 1) } : {});
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...PAGE_HEADERS, ...headers, "Content-Type": "application/json; charset=utf-8" },
  });
}
