import type { Rules } from "@/lib/relay/core/rules";
import {
  RelayError,
  type RelaySessionConfig,
  type RelaySessionConfigInput,
  SESSION_CONFIG_LIMITS,
} from "@sess.si/protocol";

/** The configuration of a session: the relay's own, as far as the caller asked for no less. */
export function sessionConfig(input: RelaySessionConfigInput, { limits }: Rules): RelaySessionConfig {
  for (const name of SESSION_CONFIG_LIMITS) {
    const asked = input[name];
    if (asked === undefined || asked <= limits[name]) continue;
    const field = `/config/${name}`;
    throw new RelayError("invalid_config", `${field} can be at most ${limits[name]}.`, { field, limit: limits[name] });
  }
  const max = input.max_command_timeout_seconds ?? limits.max_command_timeout_seconds;
  return {
    max_participants: input.max_participants ?? limits.max_participants,
    idle_ttl_seconds: input.idle_ttl_seconds ?? limits.idle_ttl_seconds,
    offline_grace_seconds: input.offline_grace_seconds ?? limits.offline_grace_seconds,
    default_command_timeout_seconds: Math.min(
      input.default_command_timeout_seconds ?? limits.default_command_timeout_seconds,
      max,
    ),
    max_command_timeout_seconds: max,
    max_payload_bytes: input.max_payload_bytes ?? limits.max_payload_bytes,
    allow_asks: input.allow_asks ?? false,
  };
}
