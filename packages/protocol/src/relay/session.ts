import { z } from "zod";
import { SessionPurpose } from "./create-session.js";
import { EndedReason, JsonObject, RelayTime } from "./shapes.js";

/** Body of `PATCH /v1/sessions/{sid}/purpose`: `null` clears it. */
export const UpdatePurposeRequest = z.object({ purpose: SessionPurpose });

export type UpdatePurposeRequest = z.output<typeof UpdatePurposeRequest>;

export const UpdatedPurpose = z.object({ purpose: JsonObject.nullable() });

export type UpdatedPurpose = z.output<typeof UpdatedPurpose>;

/** Reply of `DELETE /v1/sessions/{sid}`. */
export const EndedSession = z.object({ ended: z.literal(true), reason: EndedReason });

export type EndedSession = z.output<typeof EndedSession>;

export const ACCESS_ROLES = ["join", "participant", "supervisor", "creator", "admin", "account"] as const;

/** Reply of `GET /v1/sessions/{sid}/access`. */
export const RelayAccess = z.object({
  role: z.enum(ACCESS_ROLES),
  participant_id: z.string().exactOptional(),
  token_id: z.string().exactOptional(),
  expires_at: RelayTime.exactOptional(),
  session_state: z.enum(["hot", "cold", "ended"]),
});

export type RelayAccess = z.output<typeof RelayAccess>;
