import type { Clock } from "../src/clock.js";
import { RelayClient, type Participant, type RelayClientOptions } from "../src/index.js";
import { scriptedServer, type Scripted, type Step } from "./scripted-server.js";

export const SID = "s".repeat(22);
export const PID = "p-00000001";
export const JOIN_TOKEN = `swj_${"j".repeat(43)}`;
export const TOKEN = `swp_${"p".repeat(43)}`;
export const CREATOR_TOKEN = `swc_${"c".repeat(43)}`;
export const AT = "2026-03-01T12:00:00.000Z";

export const CONFIG = {
  max_participants: 16,
  idle_ttl_seconds: 1800,
  offline_grace_seconds: 300,
  default_command_timeout_seconds: 60,
  max_command_timeout_seconds: 300,
  max_payload_bytes: 262_144,
  allow_asks: false,
};

export const DESCRIPTION = { config: CONFIG, purpose: { kind: "test" }, roster: [], persistence: null };

export function joined() {
  return { status: 201, json: { participant_id: PID, participant_token: TOKEN, ...DESCRIPTION, relay_epoch: 7 } };
}

export const event = (seq: number | null, name = "command.received") => ({ name, payload: { n: seq }, seq });

/** The reply of a wait. */
export function waited(messages: object[] = [], more: object = {}) {
  return { json: { messages, timed_out: messages.length === 0, effective_timeout_seconds: 50, ...more } };
}

/** A participant of a relay that says just this, after its join. */
export async function participantOf(
  steps: Step[],
  options: RelayClientOptions & { clock: Clock },
): Promise<{ me: Participant; server: Scripted; bodies(): Record<string, unknown>[] }> {
  const server = await scriptedServer(joined(), ...steps);
  const relay = new RelayClient({ transport: "poll", ...options, origin: server.origin });
  const me = await relay.join(SID, { joinToken: JOIN_TOKEN });
  const bodies = () => server.seen.slice(1).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  return { me, server, bodies };
}
