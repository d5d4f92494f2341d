import * as z from "zod";
import { EVENT_ID, INTERACTION_ID, NAME } from "../ids.js";
import { INTERACTION_STATES } from "../interaction-states.js";

/** RFC 3339 in UTC with milliseconds. */
export const Timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
export const InteractionId = z.string().regex(INTERACTION_ID);
export const EventId = z.string().regex(EVENT_ID);
export const RevisionNumber = z.int().min(1);
export const InteractionStateName = z.enum(INTERACTION_STATES);
export const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export const Values = z.record(z.string().regex(NAME), Value);

/** One accepted answer. */
export const Answer = z.object({
  revision: RevisionNumber,
  eventId: EventId,
  actionId: z.string().regex(NAME),
  values: Values,
  /** Sorted names of the fields whose value is not the proposed one. */
  changed: z.array(z.string()),
  submittedAt: Timestamp,
  /** A compact JWS over `ReceiptClaims`. */
  receipt: z.string(),
});

export type Answer = z.output<typeof Answer>;

/** Whoever holds the link can answer: nothing more is known of them. */
export const ACTOR_ASSURANCE = "link_holder";
