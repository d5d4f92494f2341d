import type { LeftReason } from "@sess.si/protocol";

/** What a token's digest stands for in one session. The token itself is nowhere. */
export type Credential =
  | { kind: "creator" }
  | { kind: "join"; createdAt: number; expiresAt: number; revokedAt: number | null }
  | { kind: "supervisor"; tokenId: string; createdAt: number; revokedAt: number | null }
  | { kind: "participant"; participantId: string }
  | DepartedCredential;

/** Left by a participant's token, so that its holder learns what happened. `note` is the halt of a removal. */
export interface DepartedCredential {
  kind: "departed";
  participantId: string;
  reason: LeftReason;
  at: number;
  note: NotePayload | null;
}

/** The wire payload of a `supervisor.note`. */
export interface NotePayload {
  note_id: string;
  kind: "note" | "halt" | "continue" | "redirect" | "undo";
  target: string;
  message: string | null;
  ts_ms: number;
}
