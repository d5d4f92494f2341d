import type { Fault } from "../fault.js";
import { isObject } from "../object.js";

/** An agent that sends the question without what it goes into is told that first, and not about its parts. */
export function missingInteraction(body: unknown): Fault[] {
  if (!isObject(body) || Object.hasOwn(body, "interaction")) return [];
  const message = 'is missing: the question goes into it, {"interaction": {…}}.';
  return [{ path: ["interaction"], message, whole: true }];
}
