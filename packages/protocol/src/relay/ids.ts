/** Characters of a session id: with 22 of them it has at least 128 random bits. */
export const RELAY_SESSION_ID = /^[A-Za-z0-9_-]{22,64}$/;
export const PARTICIPANT_ID = /^p-[A-Za-z0-9_-]{8,64}$/;
export const NOTE_ID = /^sn-[A-Za-z0-9_-]{8,64}$/;
export const REPLY_ID = /^sr-[A-Za-z0-9_-]{8,64}$/;
export const SUPERVISOR_TOKEN_ID = /^st-[A-Za-z0-9_-]{8,64}$/;
/** A command id may be the sender's own; its length is a limit. */
export const COMMAND_ID = /^[A-Za-z0-9._-]+$/;

/** Every token of a kind begins alike, so that scanners find a leaked one and nobody confuses two. */
export const RELAY_TOKEN_PREFIXES = {
  join: "swj_",
  participant: "swp_",
  supervisor: "sws_",
  creator: "swc_",
} as const;

export type RelayTokenKind = keyof typeof RELAY_TOKEN_PREFIXES;

/** What comes after the prefix. */
export const RELAY_TOKEN_SECRET = /^[A-Za-z0-9_-]{32,64}$/;

/** The kind that a token says it is; null for one that is not ours, such as the operator's. */
export function relayTokenKind(token: string): RelayTokenKind | null {
  const kinds = Object.keys(RELAY_TOKEN_PREFIXES) as RelayTokenKind[];
  return kinds.find((kind) => token.startsWith(RELAY_TOKEN_PREFIXES[kind])) ?? null;
}
