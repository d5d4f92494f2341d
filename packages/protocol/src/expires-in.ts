import * as z from "zod";
import { LIMITS } from "./limits.js";

const LIFETIME =
  `Whole seconds that the link stays open, from creation: ${LIMITS.lifetimeDefaultMs / 1000} where it is left out, ` +
  `${LIMITS.lifetimeMaxMs / 1000} at most, and less where the plan says so. ` +
  `Up to ${LIMITS.extendableLifetimeMs / 1000} that is not the end: the person may ask for more time, until ` +
  `${LIMITS.extensions + 1} times as much (of at least ${LIMITS.extensionMinMs / 1000}) has passed since creation, or ` +
  `${LIMITS.horizonMs / 1000}. Until then the state stays \`waiting\`, and an answer may still come.`;

/** Lifetime of a link, seconds. The maximum is told, and kept by the plan's own, which may be lower. */
export const ExpiresIn = z
  .int()
  .min(LIMITS.lifetimeMinMs / 1000)
  .meta({ description: LIFETIME, maximum: LIMITS.lifetimeMaxMs / 1000 });
