import { z } from "zod";

export const AUTH_MODEL = "scoped-tokens-v1";

/** Reply of `GET /v1/info`. */
export const RelayInfo = z.object({
  auth_model: z.string(),
  relay_epoch: z.int(),
  session_creation: z.enum(["open", "account"]),
  capabilities: z.record(z.string(), z.boolean()),
  limits: z.record(z.string(), z.number()),
});

export type RelayInfo = z.output<typeof RelayInfo>;
