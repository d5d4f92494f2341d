import type { RelayPorts } from "@/lib/relay/ports";
import { AUTH_MODEL, type RelayInfo } from "@sess.si/protocol";

/** `GET /v1/info`: what this relay can and allows. */
export function getInfo({ host, settings }: RelayPorts): RelayInfo {
  const { limits, persistence, sessionCreation, adminDigest, anonymousPersistence } = settings;
  return {
    auth_model: AUTH_MODEL,
    relay_epoch: host.epoch,
    session_creation: sessionCreation,
    capabilities: {
      firehose: true,
      supervisor_notes: true,
      session_delete: true,
      purpose_update: true,
      remove_participant: true,
      join_tokens: true,
      supervisor_tokens: true,
      inbox_ack: true,
      ws_tickets: true,
      account_tokens: true,
      admin_token: adminDigest !== null,
      persistence,
      anonymous_persistence: persistence && anonymousPersistence,
      events: persistence,
    },
    limits,
  };
}
