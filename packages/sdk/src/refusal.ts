import { SessError, type SessErrorDetail } from "./error.js";
import type { Reply } from "./exchange.js";

/** A reply of 400 or more as an error; a proxy's page that is no envelope has the code `http_<status>`. */
export function refusal(reply: Reply, bearer: string | null): SessError {
  const { status } = reply;
  const sent = readEnvelope(reply.text);
  const details = sent["details"] === undefined ? undefined : recordOf(sent["details"]);
  const at = { ...details, ...sent };
  const detail: SessErrorDetail = {
    kind: "api",
    code: textOf(sent["code"]) ?? `http_${status}`,
    message: withoutSecrets(textOf(sent["message"]) ?? `Sess refused with status ${status}.`, bearer),
    outcome: status === 408 || status >= 500 ? "unknown" : "rejected",
    retryable: isTransient(status) && !(status >= 500 && sent["retryable"] === false),
    status,
    // Empty where it is the whole body.
    field: typeof at["field"] === "string" ? at["field"] : undefined,
    limit: numberOf(at["limit"]),
    length: numberOf(at["length"]),
    details,
    retryAfterMs: readRetryAfter(reply.headers.get("retry-after")),
  };
  return new SessError(detail);
}

/** Statuses after which the same request may succeed. */
function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function readEnvelope(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return recordOf(recordOf(body)["error"]);
  } catch {
    return {};
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Seconds, or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

const LINK = /https?:\/\/\S+\/a\/\S+|\S+[?&]jt=\S+/g;
const RELAY_TOKEN = /\bsw[a-z]_[A-Za-z0-9_-]+/g;

function withoutSecrets(message: string, bearer: string | null): string {
  const text = message.replaceAll(LINK, "[link]").replaceAll(RELAY_TOKEN, "[token]");
  return bearer === null ? text : text.replaceAll(bearer, "[API key]");
}
