import { z } from "zod";
import { EpochMs, NoteKind } from "./shapes.js";

const NEEDS_MESSAGE = new Set<NoteKind>(["note", "redirect", "undo"]);

/** Body of `POST …/supervisor/notes`. */
export const PostNoteRequest = z
  .object({
    kind: NoteKind,
    target: z.string().min(1).describe("`all`, or one participant id."),
    message: z.string().nullish(),
  })
  .refine(({ kind, message }) => !NEEDS_MESSAGE.has(kind) || Boolean(message?.trim()), {
    path: ["message"],
    error: "is needed for this kind.",
  });

export type PostNoteRequest = z.output<typeof PostNoteRequest>;

export const PostedNote = z.object({
  note_id: z.string(),
  kind: NoteKind,
  target: z.string(),
  ts_ms: EpochMs,
  delivered_to: z.array(z.string()),
});

export type PostedNote = z.output<typeof PostedNote>;

/** What an undo came to. */
export const NoteOutcome = z.object({
  status: z.enum(["done", "partial", "impossible"]),
  undone: z.array(z.string()).exactOptional(),
  not_reversible: z.array(z.string()).exactOptional(),
});

export type NoteOutcome = z.output<typeof NoteOutcome>;

/** Body of `POST …/supervisor/notes/{note_id}/replies`. */
export const ReplyToNoteRequest = z.object({
  message: z.string().refine((text) => text.trim() !== "", { error: "must not be empty." }),
  outcome: NoteOutcome.nullish(),
});

export type ReplyToNoteRequest = z.output<typeof ReplyToNoteRequest>;

export const PostedReply = z.object({ reply_id: z.string(), note_id: z.string(), ts_ms: EpochMs });

export type PostedReply = z.output<typeof PostedReply>;
