import { WithdrawnInteraction } from "@sess.si/protocol";
import { decode } from "../decode.js";
import { send } from "../send.js";
import type { Settings } from "../settings.js";
import { pathOf } from "./arguments.js";
import type { CallOptions } from "./change.js";
import { requireSameId } from "./consistency.js";

export type Withdrawn = WithdrawnInteraction["interaction"];

/** Needs no idempotency key: withdrawing twice is withdrawing once. */
export async function withdraw(settings: Settings, id: string, options: CallOptions = {}): Promise<Withdrawn> {
  const path = `${pathOf(id)}/withdraw`;
  const reply = await send(settings, { method: "POST", path, body: "{}", signal: options.signal });
  const { interaction } = decode(WithdrawnInteraction, reply);
  requireSameId(id, interaction.id);
  return interaction;
}
