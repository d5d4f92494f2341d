import { z } from "zod";
import { COMMAND_ID } from "./ids.js";
import { DispatchMode, RelayTime, ResultStatus } from "./shapes.js";

export const DispatchTarget = z.object({
  participant_ids: z.array(z.string()).nullish(),
  role: z.string().nullish(),
  capability: z.string().nullish(),
});

export type DispatchTarget = z.output<typeof DispatchTarget>;

/** Body of `POST /v1/sessions/{sid}/commands`. */
export const SendCommandRequest = z
  .object({
    dispatch: DispatchMode,
    target: DispatchTarget,
    payload: z.unknown().optional(),
    timeout_seconds: z.number().positive().nullish().describe("Clamped; the reply tells what you got."),
    command_id: z.string().regex(COMMAND_ID).nullish().describe("Your own id makes a repeat safe."),
  })
  .superRefine(({ dispatch, target }, context) => {
    const hasIds = (target.participant_ids ?? []).length > 0;
    const hasFilter = Boolean(target.role) || Boolean(target.capability);
    const specific = dispatch === "specific";
    if (specific ? hasFilter : hasIds) {
      const error = specific ? "cannot filter by role or capability." : "cannot name participants.";
      const message = `The target of dispatch "${dispatch}" ${error}`;
      context.addIssue({ code: "custom", path: ["target"], message, params: { code: "invalid_dispatch_filters" } });
    } else if (specific ? !hasIds : !hasFilter) {
      const needed = specific ? "participant_ids" : "role or capability";
      context.addIssue({ code: "custom", path: ["target"], message: `The target needs ${needed}.` });
    }
  });

export type SendCommandRequest = z.output<typeof SendCommandRequest>;

export const SKIPPED_REASONS = ["paused", "queue_full"] as const;

/** A recipient that matched and was passed over. */
export const Skipped = z.object({ participant_id: z.string(), reason: z.enum(SKIPPED_REASONS) });

export type Skipped = z.output<typeof Skipped>;

/** Its reply. `delivered_to` means queued for them, not read by them. */
export const SentCommand = z.object({
  command_id: z.string(),
  delivered_to: z.array(z.string()),
  skipped: z.array(Skipped).exactOptional(),
  expires_at: RelayTime,
  expires_in_ms: z.int(),
  effective_timeout_seconds: z.number(),
});

export type SentCommand = z.output<typeof SentCommand>;

/** Body of `POST …/commands/{cid}/responses`. */
export const RespondRequest = z.object({ payload: z.unknown().optional(), status: ResultStatus.nullish() });

export type RespondRequest = z.output<typeof RespondRequest>;

export const AcceptedResponse = z.object({ command_id: z.string(), accepted: z.literal(true) });

export type AcceptedResponse = z.output<typeof AcceptedResponse>;
