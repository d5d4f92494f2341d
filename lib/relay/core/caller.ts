/** What a request came with: a token as its digest, or what the host has already verified. */
export type Caller =
  | { kind: "none" }
  | { kind: "token"; digest: string }
  | { kind: "admin" }
  | { kind: "account"; accountId: string };

/** Who that is in one session. */
export type Actor =
  | { role: "join"; digest: string; expiresAt: number }
  | { role: "participant"; participantId: string }
  | { role: "supervisor"; tokenId: string }
  | { role: "creator" }
  | { role: "admin" }
  | { role: "account"; accountId: string }
  /** A participant that left by itself: it may only leave again. */
  | { role: "left"; participantId: string };

export type Role = Exclude<Actor["role"], "left">;
