import { InteractionDetail } from "@sess.si/protocol";
import { decode } from "../decode.js";
import { send } from "../send.js";
import type { Settings } from "../settings.js";
import { pathOf } from "./arguments.js";
import type { CallOptions } from "./change.js";
import { requireConsistentDetail } from "./consistency.js";

export type Detail = InteractionDetail["interaction"];

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
  const reply = await send(settings, { method: "GET", path: pathOf(id), signal });
  const { interaction } = decode(InteractionDetail, reply);
  requireConsistentDetail(id, interaction);
  return { detail: interaction, workspaceId: reply.headers.get("sess-workspace-id") };
}
