import { parseRequest } from "../parse-request.js";
import { InteractionInput } from "./interaction-input.js";
import type { Surface } from "./surface.js";

/** Parses what an agent asks into the normalised Surface; throws `invalid_arguments` with the pointer of the first fault. */
export function parseInteraction(input: unknown, pointer = "/interaction"): Surface {
  return parseRequest(InteractionInput, input, pointer);
}
