import type { RelayReply, RelayRequest } from "@/lib/http/relay/message";
import type { ReplyHeaders } from "@/lib/http/reply";
import type { Log } from "@/lib/http/ports";
import { reportOutage } from "@/lib/http/report-outage";
import { isProtocolError, isRelayError, RelayError, relayErrorEnvelope } from "@sess.si/protocol";

/** The one place where an error of the relay becomes a reply. */
export function relayErrorReply(
  error: unknown,
  headers: ReplyHeaders,
  request: Pick<RelayRequest, "hasHungUp">,
  log: Log,
): RelayReply {
  const refusal = asRelayError(error, log);
  if (refusal !== null) return envelopeReply(refusal, headers);
  if (request.hasHungUp()) return { status: CLIENT_CLOSED_REQUEST, headers, text: null };
  return envelopeReply(noted(error, log), headers);
}

/** Nobody reads it any more; the logs of proxies know the number. */
const CLIENT_CLOSED_REQUEST = 499;

/** What the relay says for an error; null for one that nobody thought of. */
export function asRelayError(error: unknown, log: Log): RelayError | null {
  if (isRelayError(error)) return error;
  if (!isProtocolError(error) || error.code !== "unavailable") return null;
  reportOutage(log, error);
  return new RelayError("relay_unavailable", error.message, undefined, error.retryAfter ?? 1);
}

/**
 * Notes a fault of our own. Its message stays out of the log: it may hold a piece of what somebody sent, and what a
 * session without persistence holds is never on a disk.
 */
export function noted(error: unknown, log: Log): RelayError {
  const requestId = crypto.randomUUID();
  log.error({ ...traceOf(error), requestId }, "unexpected error in the relay");
  return new RelayError("internal", `Something went wrong on our side. It was logged as ${requestId}.`);
}

function traceOf(error: unknown): object {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return { error: error.name, ...("code" in error && { code: String(error.code) }), frames };
}

function envelopeReply(error: RelayError, headers: ReplyHeaders): RelayReply {
  const { status } = error;
  if (status === CLIENT_CLOSED_REQUEST) return { status, headers, text: null };
  if (status === 401) headers["WWW-Authenticate"] = "Bearer";
  if (status === 429 || status === 503) headers["Retry-After"] = String(error.retryAfter ?? 1);
  return { status, headers, text: JSON.stringify(relayErrorEnvelope(error)) };
}
