const KIB = 1024;
const MIB = 1024 * KIB;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Every number of the relay with its stock value; the name tells the unit. An operator sets one by its variable,
 * and `GET /v1/info` lists them all.
 */
export const RELAY_LIMITS = {
  // Sessions and their people.
  max_participants: 16,
  offline_grace_seconds: 300,
  idle_ttl_seconds: 1800,
  /** A REST participant that has not called for this long is evicted; 0 means never. */
  rest_stale_seconds: 0,
  max_purpose_bytes: 16 * KIB,
  max_feedback_bytes: 4 * KIB,
  max_metadata_bytes: 8 * KIB,
  max_objective_bytes: KIB,
  max_role_length: 64,
  max_capability_length: 64,
  max_capabilities: 32,
  max_creator_id_length: 128,
  /** A join with the same nonce replaces the join whose reply was lost. */
  client_nonce_seconds: 120,
  /** How long a departed participant is told why its token no longer works. */
  tombstone_ttl: HOUR,
  /** How long the holders of a deleted session are told that it has ended. */
  ended_session_ttl: 30 * DAY,

  // Tokens.
  join_token_ttl: 15 * 60,
  max_join_tokens: 20,
  max_supervisor_tokens: 20,
  ws_ticket_seconds: 30,

  // Commands.
  default_command_timeout_seconds: 60,
  max_command_timeout_seconds: 300,
  max_payload_bytes: 256 * KIB,
  max_command_id_length: 128,
  /** Commands of one sender that one recipient has not been handed yet. */
  max_queued_commands_per_pair: 200,
  /** Commands of one sender whose id still answers a repeat. */
  max_remembered_commands: 10_000,
  /** `any` prefers those that listen, or waited this short a time ago. */
  listening_seconds: 90,

  // Inboxes and waits.
  max_pending_notifications_per_participant: 1000,
  max_buffer_bytes_per_session: 50 * MIB,
  max_drain_messages: 500,
  max_drain_bytes: 8 * MIB,
  max_names: 32,
  max_name_length: 64,
  default_wait_seconds: 60,
  max_wait_seconds: 600,
  max_wait_seconds_mcp: 20,
  max_waits_per_session: 64,
  max_waits: 2000,

  // Open streams.
  /** Frames that a socket may owe an acknowledgement for before the relay stops writing. */
  max_unacked_frames: 2000,
  max_socket_buffer_bytes: MIB,
  slow_socket_seconds: 20,
  ack_ping_frames: 64,
  ack_ping_ms: 100,
  ws_ping_seconds: 20,
  max_ws_frame_bytes: 4 * KIB,
  max_firehoses: 8,
  max_firehose_buffer_bytes: 8 * MIB,
  /** A push participant whose stream has been closed this long is offline. */
  push_offline_seconds: 30,
  mcp_session_idle_timeout: 1800,

  // Supervision.
  max_notes: 1000,
  max_note_bytes: 16 * KIB,
  max_outcome_items: 100,
  max_outcome_item_length: 500,

  // History and persistence.
  default_events_page: 100,
  max_events_page: 1000,
  min_persistence_ttl_seconds: HOUR,
  max_persistence_ttl_seconds: 90 * DAY,
  /** `until_deleted` ends after this much inactivity. */
  until_deleted_ttl_seconds: 90 * DAY,
  max_journal_bytes_per_session: 1024 * MIB,

  // The relay as a whole.
  max_body_bytes: MIB,
  max_hot_sessions: 20_000,
  max_hot_sessions_per_account: 100,
  /** 0 means a quarter of the machine's memory. */
  max_buffer_bytes: 0,
  session_creates_per_minute: 30,
  joins_per_minute: 60,
  notes_per_minute: 60,
} as const satisfies Record<string, number>;

export type RelayLimitName = keyof typeof RELAY_LIMITS;

/** The limits in force: the stock ones, as far as the operator set no others. */
export type RelayLimits = Record<RelayLimitName, number>;

/** The limits that a caller may lower for a session of its own. */
export const SESSION_CONFIG_LIMITS = [
  "max_participants",
  "idle_ttl_seconds",
  "offline_grace_seconds",
  "default_command_timeout_seconds",
  "max_command_timeout_seconds",
  "max_payload_bytes",
] as const satisfies readonly RelayLimitName[];

export const RELAY_LIMIT_NAMES = Object.keys(RELAY_LIMITS) as RelayLimitName[];

/** The operator's variable for a limit. */
export function relayLimitVariable(name: RelayLimitName): string {
  return `SW_${name.toUpperCase()}`;
}

const MAY_BE_ZERO = new Set<RelayLimitName>(["rest_stale_seconds", "max_buffer_bytes", "offline_grace_seconds"]);

/** Reads the operator's variables. Throws a plain Error that names the variable it cannot read. */
export function readRelayLimits(env: Record<string, string | undefined>): RelayLimits {
  return Object.fromEntries(RELAY_LIMIT_NAMES.map((name) => [name, readLimit(name, env)])) as RelayLimits;
}

function readLimit(name: RelayLimitName, env: Record<string, string | undefined>): number {
  const variable = relayLimitVariable(name);
  const text = env[variable]?.trim();
  if (text === undefined || text === "") return RELAY_LIMITS[name];
  const value = Number(text);
  const least = MAY_BE_ZERO.has(name) ? 0 : 1;
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least)
    throw new Error(`${variable} must be a whole number of at least ${least}.`);
  return value;
}
