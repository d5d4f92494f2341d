import { setTimeout as pause } from "node:timers/promises";

/** What the server acknowledged; whatever stands here has to be there afterwards. */
export interface Ledger {
  /** Idempotency key → id, for creates that were acknowledged. */
  created: Map<string, string>;
  /** Idempotency keys ever sent; one that was never acknowledged may have made one interaction or none. */
  attempted: Set<string>;
  /** `id/revision` → message that was acknowledged as sent. */
  answered: Map<string, string>;
  published: Map<string, number>;
  completed: Set<string>;
}

export const newLedger = (): Ledger => ({
  created: new Map(),
  attempted: new Set(),
  answered: new Map(),
  published: new Map(),
  completed: new Set(),
});

const interaction = (title: string) => ({
  mode: "interactive",
  title,
  source: {
    kind: "sess_surface",
    components: [{ type: "field", name: "message", label: "Message", schema: { type: "string", maxLength: 200 } }],
  },
  actions: [{ id: "approve", label: "Send", intent: "approve" }],
});

/** The page asks for a second press when a form comes back within two seconds of being served. */
const GUARD_MS = 2_050;

/**
 * One agent and one person who go on whatever happens to the server: create, answer, publish, answer, complete. Every
 * step is repeated under the same key or nonce until it is acknowledged, as the SDK and the page's script do.
 */
export async function liveThrough(
  origin: string,
  apiKey: string,
  name: string,
  ledger: Ledger,
  stop: AbortSignal,
): Promise<void> {
  const api = apiOf(origin, apiKey, stop);
  for (let n = 0; !stop.aborted; n++) {
    const key = `${name}-${n}`;
    ledger.attempted.add(key);
    const made = await api("/v1/interactions", key, { interaction: interaction(key) });
    if (!made) return;
    ledger.created.set(key, made.id);
    const first = await answerForm(made.humanUrl, `first of ${key}`, stop);
    if (!first) return;
    ledger.answered.set(`${made.id}/1`, `first of ${key}`);
    const firstEvent = await eventOf(api, made.id);
    if (!firstEvent) return;
    const body = { response_event_id: firstEvent, interaction: interaction(`${key} again`) };
    if (!(await api(`/v1/interactions/${made.id}/revisions`, `${key}-publish`, body, 1))) return;
    ledger.published.set(made.id, 2);
    if (!(await answerForm(made.humanUrl, `second of ${key}`, stop))) return;
    ledger.answered.set(`${made.id}/2`, `second of ${key}`);
    const secondEvent = await eventOf(api, made.id);
    if (!secondEvent) return;
    if (!(await api(`/v1/interactions/${made.id}/complete`, `${key}-complete`, { response_event_id: secondEvent }, 2)))
      return;
    ledger.completed.add(made.id);
  }
}

type Api = ReturnType<typeof apiOf>;

function apiOf(origin: string, apiKey: string, stop: AbortSignal) {
  return async (path: string, key: string | null, body?: unknown, revision?: number) => {
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    if (key) headers["idempotency-key"] = key;
    if (revision) headers["if-match"] = `"${revision}"`;
    const init = { method: body ? "POST" : "GET", headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const reply = await untilAcknowledged(() => fetch(`${origin}${path}`, init), stop);
    if (!reply) return null;
    if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return ((await reply.json()) as { interaction: Record<string, string> & { id: string; humanUrl: string } })
      .interaction;
  };
}

async function eventOf(api: Api, id: string): Promise<string | null> {
  const found = (await api(`/v1/interactions/${id}/response?wait_ms=0`, null)) as {
    response?: { eventId: string };
  } | null;
  return found?.response?.eventId ?? null;
}

async function answerForm(url: string, message: string, stop: AbortSignal): Promise<boolean> {
  const page = await untilAcknowledged(() => fetch(url), stop);
  const nonce = /name="nonce" value="([^"]+)"/.exec((await page?.text()) ?? "")?.[1];
  if (!nonce) return false;
  await pause(GUARD_MS, undefined, { signal: stop }).catch(() => {});
  const body = new URLSearchParams({ nonce, action: "approve", "f.message": message });
  const reply = await untilAcknowledged(() => fetch(url, { method: "POST", body, redirect: "manual" }), stop);
  if (reply && reply.status !== 303) throw new Error(`the form answered ${reply.status}: ${await reply.text()}`);
  return reply !== null;
}

/** Repeats a request until the server says what became of it; null when the test ends first. */
async function untilAcknowledged(request: () => Promise<Response>, stop: AbortSignal): Promise<Response | null> {
  while (!stop.aborted) {
    try {
      const reply = await request();
      if (reply.status < 500) return reply;
      await reply.body?.cancel();
    } catch {
      // cut off: the outcome is unknown, and the same request again finds out
    }
    await pause(50, undefined, { signal: stop }).catch(() => {});
  }
  return null;
}
