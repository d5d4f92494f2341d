import * as z from "zod";
import { LIMITS } from "./limits.js";

const LIFETIME =
  `Whole seconds that the link stays open, from creation: ${LIMITS.lifetimeDefaultMs / 1000} where it is left out, ` +
  `${LIMITS.lifetimeMaxMs / 1000} at most, and less where the plan says so.`;

/** Lifetime of a link, seconds. The maximum is told, and kept by the plan's own, which may be lower. */
export const ExpiresIn = z
  .int()
  .min(LIMITS.lifetimeMinMs / 1000)
  .meta({ description: LIFETIME, maximum: LIMITS.lifetimeMaxMs / 1000 });
