import type { TestServer } from "@/e2e/support/server";

const QUESTION = {
  mode: "interactive",
  title: "Does it still run?",
  source: {
    kind: "sess_surface",
    components: [{ type: "field", name: "note", label: "Note", required: false, schema: { type: "string" } }],
  },
  actions: [{ id: "yes", label: "Yes", intent: "approve" }],
};

/** One call of the API with the server's key. */
export function call(server: TestServer, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" },
  });
}

/** Asks something; returns the interaction's id and link. */
export async function ask(server: TestServer): Promise<{ id: string; humanUrl: string }> {
  const body = JSON.stringify({ interaction: QUESTION });
  const reply = await call(server, "/v1/interactions", { method: "POST", body });
  if (reply.status !== 201) throw new Error(`create answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { interaction: { id: string; humanUrl: string } }).interaction;
}

/** Status of a read of this interaction. */
export async function statusOf(server: TestServer, id: string): Promise<number> {
  const reply = await call(server, `/v1/interactions/${id}`).catch(() => null);
  await reply?.body?.cancel();
  return reply?.status ?? 0;
}
