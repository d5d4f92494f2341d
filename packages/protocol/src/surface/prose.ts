import * as z from "zod";
import { isBlank } from "../text.js";

/** Text that a person reads: it says something, and keeps to its limit. */
export function prose(limit: number, description: string, message?: string) {
  return z
    .string()
    .max(limit, message)
    .refine((text) => !isBlank(text), { message: "must not be empty." })
    .describe(description);
}
