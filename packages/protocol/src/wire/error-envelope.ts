import * as z from "zod";

/** Body of every error reply. */
export const ErrorEnvelope = z.object({
  error: z.object({
    /** One of `ERRORS`; a later server may know more. */
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    /** JSON pointer of the value that was refused. */
    field: z.string().exactOptional(),
    limit: z.number().exactOptional(),
    length: z.number().exactOptional(),
  }),
});

export type ErrorEnvelope = z.output<typeof ErrorEnvelope>;
