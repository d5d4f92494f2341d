/** What a key or token may do. `sess:ask` implies `sess:read`. */
export const SCOPES = ["sess:ask", "sess:read", "relay"] as const;

export type Scope = (typeof SCOPES)[number];
