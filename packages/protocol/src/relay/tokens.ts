import { z } from "zod";
import { RelayTime } from "./shapes.js";

/** Reply of `POST …/join-tokens`. */
export const MintedJoinToken = z.object({
  join_token: z.string(),
  expires_at: RelayTime,
  invite_url: z.url(),
  invite_link: z.string(),
});

export type MintedJoinToken = z.output<typeof MintedJoinToken>;

/** Reply of `POST …/supervisor-tokens`. */
export const MintedSupervisorToken = z.object({ token_id: z.string(), supervisor_token: z.string() });

export type MintedSupervisorToken = z.output<typeof MintedSupervisorToken>;

export const SupervisorTokenEntry = z.object({
  token_id: z.string(),
  created_at: RelayTime,
  revoked_at: RelayTime.nullable(),
});

export type SupervisorTokenEntry = z.output<typeof SupervisorTokenEntry>;

/** Reply of `GET …/supervisor-tokens`: never a secret. */
export const SupervisorTokenList = z.object({ supervisor_tokens: z.array(SupervisorTokenEntry) });

export type SupervisorTokenList = z.output<typeof SupervisorTokenList>;

/** Reply of `DELETE …/supervisor-tokens/{token_id}`. */
export const RevokedSupervisorToken = z.object({ revoked: z.literal(true), revoked_at: RelayTime });

export type RevokedSupervisorToken = z.output<typeof RevokedSupervisorToken>;
