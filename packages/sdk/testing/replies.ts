import type { InteractionInput } from "../src/index.js";

export const ID = "int_0123456789abcdef";
export const EVENT = "evt_0123456789abcdef";
export const API_KEY = "sess_sk_not-a-real-key-only-for-tests";
export const LINK = "https://sess.example/a/0123456789abcdefghijklmnopqrstuv";

export const INTERACTION: InteractionInput = {
  mode: "interactive",
  title: "Deploy?",
  source: {
    kind: "sess_surface",
    components: [{ type: "field", name: "note", label: "Note", required: false, schema: { type: "string" } }],
  },
  actions: [
    { id: "deploy", label: "Deploy", intent: "approve" },
    { id: "stop", label: "Stop", intent: "reject" },
  ],
};

export const SURFACE = {
  ...INTERACTION,
  actions: [
    { id: "deploy", label: "Deploy", intent: "approve" },
    { id: "stop", label: "Stop", intent: "reject" },
  ],
};

export const ANSWER = {
  revision: 1,
  eventId: EVENT,
  actionId: "deploy",
  values: { note: "go" },
  changed: ["note"],
  submittedAt: "2026-03-01T12:00:00.000Z",
  receipt: "a.b.c",
};

type Parts = Record<string, unknown>;

export function created(parts: Parts = {}) {
  const interaction = { id: ID, revision: 1, state: "waiting", humanUrl: LINK, expiresAt: "2026-03-02T12:00:00.000Z" };
  return { status: 201, json: { interaction: { ...interaction, ...parts } } };
}

export function detail(parts: Parts = {}, headers: Record<string, string> = { "sess-workspace-id": "ws_0123456789" }) {
  const expiresAt = "2026-03-02T12:00:00.000Z";
  const interaction = { id: ID, revision: 1, state: "waiting", expiresAt, surface: SURFACE, answers: [] };
  return { json: { interaction: { ...interaction, ...parts } }, headers };
}

export function read(parts: Parts = {}) {
  return { json: { interaction: { id: ID, revision: 1, state: "waiting", ...parts } } };
}

export function answered(parts: Parts = {}) {
  return read({ state: "answered", response: { ...ANSWER, actorAssurance: "link_holder", ...parts } });
}

export function refused(status: number, code: string, parts: Parts = {}, headers: Record<string, string> = {}) {
  return { status, json: { error: { code, message: `It was ${code}.`, retryable: status >= 500, ...parts } }, headers };
}
