import { askToInteraction, parseAsk, type AskInput } from "@sess.si/protocol";
import type { Settings } from "../settings.js";
import { checkedHere } from "./arguments.js";
import type { ChangeOptions } from "./change.js";
import { create, type Created } from "./create.js";

/** The short form: a question and up to twelve simple fields. */
export function ask(settings: Settings, input: AskInput, options: ChangeOptions = {}): Promise<Created> {
  const parsed = checkedHere(() => parseAsk(input));
  const interaction = checkedHere(() => askToInteraction(parsed));
  const expiresIn = parsed.expires_in === undefined ? {} : { expiresIn: parsed.expires_in };
  return create(settings, { interaction, ...expiresIn }, options);
}
