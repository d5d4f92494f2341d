import type { RelayRoute } from "@/lib/http/relay/route";
import { respondToCommand } from "@/lib/relay/verbs/respond-to-command";
import { sendCommand } from "@/lib/relay/verbs/send-command";
import { AcceptedResponse, RespondRequest, SendCommandRequest, SentCommand } from "@sess.si/protocol";

const send: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/commands",
  operationId: "sendCommand",
  summary: "Send a command to one, several or any; what they answer comes as events",
  token: "your participant token",
  body: { schema: SendCommandRequest, required: true },
  reply: SentCommand,
  status: 201,
  errors: [
    "invalid_dispatch_filters",
    "invalid_targets",
    "participant_paused",
    "sender_paused",
    "command_id_conflict",
    "payload_too_large",
    "idempotency_mismatch",
    "rate_limited",
  ],
  run: ({ ctx, sid, body }) => sendCommand(ctx, sid, { body }),
};

const respond: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/commands/{cid}/responses",
  operationId: "respondToCommand",
  summary: "Answer a command you received, once and before it expires",
  token: "your participant token",
  body: { schema: RespondRequest, required: true },
  reply: AcceptedResponse,
  status: 201,
  errors: ["command_not_found", "not_a_recipient", "already_responded", "payload_too_large"],
  run: ({ ctx, sid, path, body }) => respondToCommand(ctx, sid, { commandId: path["cid"] ?? "", body }),
};

/** What participants ask of each other. */
export const COMMAND_ROUTES: readonly RelayRoute[] = [send, respond];
