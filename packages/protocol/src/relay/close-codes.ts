/** Why the relay closes a WebSocket, and whether a client should come back by itself. */
export const RELAY_CLOSE_CODES = {
  ended: { code: 1000, reconnect: false },
  restart: { code: 1012, reconnect: true },
  bad_request: { code: 4400, reconnect: false },
  unauthorized: { code: 4401, reconnect: false },
  permission_denied: { code: 4403, reconnect: false },
  session_not_found: { code: 4404, reconnect: false },
  keepalive_lost: { code: 4408, reconnect: true },
  replaced: { code: 4409, reconnect: false },
  removed: { code: 4410, reconnect: false },
  too_slow: { code: 4413, reconnect: true },
  too_many: { code: 4429, reconnect: false },
} as const satisfies Record<string, { code: number; reconnect: boolean }>;

export type RelayCloseReason = keyof typeof RELAY_CLOSE_CODES;
