import type { Ids } from "@/lib/ask/ports";
import { randomBytes } from "node:crypto";

/** 120 random bits: nobody guesses one, no two meet. */
export function randomId(prefix: string): string {
  return `${prefix}_${randomBytes(15).toString("base64url")}`;
}

export const ids: Ids = {
  interaction: () => randomId("int"),
  event: () => randomId("evt"),
};
