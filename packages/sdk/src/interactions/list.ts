import { InteractionList } from "@sess.si/protocol";
import { decode } from "../decode.js";
import { send } from "../send.js";
import type { Settings } from "../settings.js";
import type { CallOptions } from "./change.js";

export type Summary = InteractionList["interactions"][number];

export interface ListInput {
  state?: Summary["state"] | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface Page {
  interactions: Summary[];
  nextCursor: string | null;
}

/** One page of this workspace's interactions, newest first; `next_cursor` leads to the next. */
export async function list(settings: Settings, input: ListInput = {}, options: CallOptions = {}): Promise<Page> {
  const query = new URLSearchParams();
  if (input.state !== undefined) query.set("state", input.state);
  if (input.cursor !== undefined) query.set("cursor", input.cursor);
  if (input.limit !== undefined) query.set("limit", String(input.limit));
  const path = `/v1/interactions${query.size === 0 ? "" : `?${query}`}`;
  const value = decode(InteractionList, await send(settings, { method: "GET", path, signal: options.signal }));
  return { interactions: value.interactions, nextCursor: value.next_cursor };
}
