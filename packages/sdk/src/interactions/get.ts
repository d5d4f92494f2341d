import { InteractionDetail, LIMITS } from "@sess.si/protocol";
import { decode } from "../decode.js";
import { send } from "../send.js";
import type { Settings } from "../settings.js";
import { pathOf } from "./arguments.js";
import type { CallOptions } from "./change.js";
import { requireConsistentDetail } from "./consistency.js";

export type Detail = InteractionDetail["interaction"];

/** A control character as JSON, which is longer in bytes than any other. */
const ESCAPED_BYTES = 6;
/** The answer itself; its receipt and what names it take less than the interaction that was answered. */
const ANSWER_BYTES = LIMITS.fields * LIMITS.answerText * ESCAPED_BYTES + LIMITS.interactionBytes;
/** Beyond this a reply is not one that the contract permits. The question as it is told takes less than a request did. */
export const MAX_DETAIL_BYTES = LIMITS.revisions * ANSWER_BYTES + LIMITS.bodyBytes;

/** One interaction whole: its question as it stands, its state, and every answer with its receipt. */
export async function get(settings: Settings, id: string, options: CallOptions = {}): Promise<Detail> {
  return (await readDetail(settings, id, options.signal)).detail;
}

/** The detail beside whose key this is, which only verification needs. */
export async function readDetail(
  settings: Settings,
  id: string,
  signal?: AbortSignal,
): Promise<{ detail: Detail; workspaceId: string | null }> {
  const reply = await send(settings, { method: "GET", path: pathOf(id), maxReplyBytes: MAX_DETAIL_BYTES, signal });
  const { interaction } = decode(InteractionDetail, reply);
  requireConsistentDetail(id, interaction);
  return { detail: interaction, workspaceId: reply.headers.get("sess-workspace-id") };
}
