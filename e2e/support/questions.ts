import type { Api, CallOptions, Json } from "@/e2e/support/api";

/** A question that any of the tests may ask; parts of it can be replaced. */
export function question(parts: Record<string, unknown> = {}): Json {
  return {
    mode: "interactive",
    title: "Approve this commit?",
    source: {
      kind: "sess_surface",
      components: [
        { type: "field", name: "message", label: "Message", schema: { type: "string", minLength: 1, maxLength: 200 } },
      ],
    },
    actions: [
      { id: "approve", label: "Approve", intent: "approve" },
      { id: "stop", label: "Stop", intent: "reject" },
    ],
    ...parts,
  };
}

/** The same, with these components instead of the message field. */
export function questionWith(...components: unknown[]): Json {
  return question({ source: { kind: "sess_surface", components } });
}

export interface Asked {
  id: string;
  humanUrl: string;
  expiresAt: string;
}

/** Creates an interaction that has to succeed. */
export async function ask(api: Api, body: Record<string, unknown> = {}, options: CallOptions = {}): Promise<Asked> {
  const reply = await api.post("/v1/interactions", { interaction: question(), ...body }, options);
  if (reply.status !== 201) throw new Error(`create answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body.interaction;
}
