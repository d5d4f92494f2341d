import { InteractionDetail } from "@sess.si/protocol";
import { decode } from "../decode.js";
import { send } from "../send.js";
import type { Settings } from "../settings.js";
import { pathOf } from "./arguments.js";
import type { CallOptions } from "./change.js";
import { requireConsistentDetail } from "./consistency.js";

export type Detail = InteractionDetail["interaction"];

export async function get(settings: Settings, id: string, options: CallOptions = {}): Promise<Detail> {
  return (await readDetail(settings, id, options.signal)).detail;
}

/** The detail beside what only verification needs: the Surface as it came, and whose key this is. */
export async function readDetail(settings: Settings, id: string, signal?: AbortSignal) {
  const reply = await send(settings, { method: "GET", path: pathOf(id), signal });
  const { value, json } = decode(InteractionDetail, reply);
  requireConsistentDetail(id, value.interaction);
  return {
    detail: value.interaction,
    surfaceAsSent: surfaceIn(json),
    workspaceId: reply.headers.get("sess-workspace-id"),
  };
}

/** Digests are over the JSON that was sent, not over what a schema makes of it. */
function surfaceIn(json: unknown): unknown {
  return property(property(json, "interaction"), "surface");
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
