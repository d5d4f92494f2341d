import { z } from "zod";
import { NoteAuthor } from "./events.js";
import { EpochMs } from "./shapes.js";

const seq = z.int().min(0);

/** Query of `GET /v1/sessions/{sid}/events`, numbers already read from their text. */
export const EventsQuery = z.object({
  after_seq: seq.exactOptional(),
  before_seq: seq.exactOptional(),
  kind: z.string().exactOptional().describe("An event name."),
  participant_id: z.string().exactOptional().describe("Who did it or got it."),
  limit: z.int().min(1).exactOptional(),
  order: z.enum(["asc", "desc"]).exactOptional(),
});

export type EventsQuery = z.output<typeof EventsQuery>;

export const HistoryEvent = z.object({
  seq,
  name: z.string(),
  payload: z.unknown(),
  ts_ms: EpochMs,
  to: z.array(z.string()),
  author: NoteAuthor.exactOptional(),
});

export type HistoryEvent = z.output<typeof HistoryEvent>;

/** Its reply. The cursor also counts rows that you may not see. */
export const EventsPage = z.object({
  events: z.array(HistoryEvent),
  session_state: z.enum(["hot", "cold", "ended"]),
  next_after_seq: seq.nullable(),
  has_more: z.boolean(),
});

export type EventsPage = z.output<typeof EventsPage>;
