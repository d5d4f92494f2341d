import { z } from "zod";
import { InboxGap, RelayTime } from "./shapes.js";

const cursor = z
  .number()
  .describe("The highest `seq` you have dealt with: events up to it that you were handed never come again.");

/** Body of `POST …/inbox/wait`. */
export const WaitRequest = z.object({
  names: z.array(z.string()).nullish().describe("Only these events; all others stay in the inbox."),
  timeout_seconds: z.number().min(0).nullish().describe("Clamped; the reply tells what you got."),
  last_acked_seq: cursor.nullish(),
  with_seq: z.boolean().nullish().describe("Give real `seq` values although no cursor is sent."),
});

export type WaitRequest = z.output<typeof WaitRequest>;

/** Body of `POST …/inbox/drain`; it may be absent. */
export const DrainRequest = z.object({ last_acked_seq: cursor.nullish() });

export type DrainRequest = z.output<typeof DrainRequest>;

/** Body of `POST …/inbox/ack`. */
export const AckRequest = z.object({ last_acked_seq: cursor });

export type AckRequest = z.output<typeof AckRequest>;

export const AckReply = z.object({ acked: z.int() });

export type AckReply = z.output<typeof AckReply>;

/** An event as a participant gets it, by wait, drain or WebSocket. */
export const InboxMessage = z.object({
  name: z.string(),
  payload: z.unknown(),
  seq: z.int().nullable(),
  /** It was, or may have been, handed out before. */
  redelivered: z.literal(true).exactOptional(),
});

export type InboxMessage = z.output<typeof InboxMessage>;

const batch = {
  messages: z.array(InboxMessage),
  has_more: z.literal(true).exactOptional(),
  gap: InboxGap.exactOptional(),
};

export const DrainReply = z.object(batch);

export type DrainReply = z.output<typeof DrainReply>;

export const WaitReply = z.object({ ...batch, timed_out: z.boolean(), effective_timeout_seconds: z.number() });

export type WaitReply = z.output<typeof WaitReply>;

/** Body of `POST …/ws-tickets`. */
export const TicketRequest = z.object({ stream: z.enum(["events", "firehose"]) });

export type TicketRequest = z.output<typeof TicketRequest>;

export const StreamTicket = z.object({ ticket: z.string(), expires_at: RelayTime });

export type StreamTicket = z.output<typeof StreamTicket>;

/** First frame of a participant's stream, for clients that speak the subprotocol. */
export const HelloFrame = z.object({
  name: z.literal("relay.hello"),
  payload: z.object({ last_seq: z.int(), gap: InboxGap.exactOptional() }),
  seq: z.null(),
});

export type HelloFrame = z.output<typeof HelloFrame>;

/** The one frame that a participant may send. */
export const AckFrame = z.object({ ack: z.number() });

export type AckFrame = z.output<typeof AckFrame>;
