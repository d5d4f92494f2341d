import type { DeliveryMode, JsonObject } from "@sess.si/protocol";

/** What survives a restart, and what every replay of the events comes to. */
export interface RosterEntry {
  readonly id: string;
  /** The running number of its join. */
  readonly no: number;
  readonly role: string | null;
  readonly objective: string | null;
  readonly capabilities: readonly string[];
  readonly metadata: JsonObject;
  readonly joinedAt: number;
  readonly online: boolean;
  readonly paused: boolean;
  readonly deliveryMode: DeliveryMode;
  /** `mcp`: it is reachable while its connection is; `rest`: until it leaves. */
  readonly reach: "rest" | "mcp";
  readonly tokenDigest: string;
  /** The join token it came with, and its nonce, for a repeat of a join whose reply was lost. */
  readonly joinedWith: string | null;
  readonly clientNonce: string | null;
  /** The seq of the last event for it. */
  readonly lastSeq: number;
}
