import type { AskPorts, PlanLimits } from "@/lib/ask/ports";
import { MemorySignals } from "@/lib/ask/verbs/testing/memory-signals";
import { MemoryStore } from "@/lib/ask/verbs/testing/memory-store";
import type { Actor } from "@/lib/actor";
import type { Ctx } from "@/lib/context";
import type { Scope } from "@sess.si/protocol";
import { createHash } from "node:crypto";

/** The verbs' surroundings in RAM, on the clock of the test. */
export interface MemoryApp {
  ask: AskPorts;
  store: MemoryStore;
  signals: MemorySignals;
  plan: PlanLimits;
  /** A context as a door makes it. */
  as(actor: Actor, signal?: AbortSignal): Ctx;
}

export function memoryApp(): MemoryApp {
  const signals = new MemorySignals();
  const store = new MemoryStore(Date.now, (id) => signals.changed(id));
  const plan: PlanLimits = { maxLifetimeMs: 30 * 24 * 3_600_000, maxOpen: null };
  let count = 0;
  const nextId = () => String((count += 1)).padStart(12, "0");
  const ask: AskPorts = {
    store,
    signals,
    sha256,
    planLimits: () => plan,
    linkOrigin: "https://sess.test",
    ids: { interaction: () => `int_${nextId()}`, event: () => `evt_${nextId()}` },
    links: {
      secretOf: (id) => `secret-of-${id}`,
      digest: sha256,
      mintNonce: (form) => `nonce:${JSON.stringify(form)}`,
      readNonce: (nonce) => (nonce.startsWith("nonce:") ? JSON.parse(nonce.slice("nonce:".length)) : null),
    },
    receipts: {
      sign: async (claims) => `signed:${JSON.stringify(claims)}`,
      jwks: async () => ({ keys: [] }),
    },
  };
  return { ask, store, signals, plan, as: (actor, signal = new AbortController().signal) => ({ actor, ask, signal }) };
}

export const person: Actor = { kind: "person" };

export function key(scopes: Scope[] = ["sess:ask"], workspaceId = "ws_acme0001"): Actor {
  return { kind: "key", keyId: "key_00000001", keyName: "Deploy bot", workspaceId, plan: "embedded", scopes };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
