import * as z from "zod";

/** Reply of `GET /healthz` while the database answers. */
export const Health = z.object({ status: z.literal("ok"), pages: z.enum(["up", "down"]) });

export type Health = z.output<typeof Health>;
