import type { Answer, Command } from "@/lib/relay/core/command";
import type { Credential, NotePayload } from "@/lib/relay/core/credential";
import type { RosterEntry } from "@/lib/relay/core/roster-entry";
import type { Delivery } from "@/lib/relay/core/delivery";
import type { EndedReason, JsonObject, LeftReason, NoteAuthor, RelayEventName } from "@sess.si/protocol";

/** Something that happened in a session: one row of its journal, one line of its history. */
export interface RelayEvent {
  readonly seq: number;
  readonly at: number;
  readonly name: RelayEventName | InternalEventName;
  /** The wire payload as JSON text; empty for an internal event. */
  readonly payload: string;
  readonly bytes: number;
  /** Who gets it. */
  readonly to: readonly Delivery[];
  /** The participant that did it. */
  readonly actor: string | null;
  /** Who ordered it, for supervision and history. */
  readonly author: NoteAuthor | null;
  /** Set for a private note and its replies: the one participant that may know of it. */
  readonly privateTo: string | null;
  readonly change: Change;
}

/** Never on any wire: it only takes a number, which a history shows as a gap. */
export type InternalEventName = "token.minted" | "token.revoked" | "token.replaced";

/** What an event does to the state, without payloads: replaying these rebuilds everything that survives a restart. */
export type Change =
  | { type: "none" }
  | { type: "joined"; entry: RosterEntry }
  | { type: "updated"; participantId: string; fields: UpdatedFields }
  | { type: "left"; participantId: string; reason: LeftReason; note: NotePayload | null }
  | { type: "sent"; command: Command; rotation: { key: string; no: number } | null }
  | { type: "answered"; senderId: string; commandId: string; answer: Answer }
  | { type: "completed"; senderId: string; commandId: string }
  | { type: "purpose"; purpose: JsonObject | null }
  | { type: "noted"; note: NotePayload; cause: NoteCause }
  | { type: "ended"; reason: EndedReason }
  | { type: "minted"; digest: string; credential: Credential }
  | { type: "revoked"; digest: string }
  | { type: "replaced"; participantId: string; digest: string };

export type UpdatedFields = Partial<
  Pick<RosterEntry, "role" | "objective" | "capabilities" | "metadata" | "online" | "paused">
>;

/** `newcomer`: a standing order shown to one who joined later. `removal`: the halt before a participant is shut out. */
export type NoteCause = "order" | "newcomer" | "removal";
