import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { listInteractions } from "@/lib/ask/verbs/list-interactions";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { readResponse } from "@/lib/ask/verbs/read-response";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { publicRoutes } from "@/lib/http/public-routes";
import type { KeyRoute, Route } from "@/lib/http/route";
import {
  CompletedInteraction,
  CompleteRequest,
  CreatedInteraction,
  CreateInteractionRequest,
  INTERACTION_STATES,
  InteractionDetail,
  InteractionList,
  LIMITS,
  PublishedRevision,
  PublishRequest,
  ResponseReply,
  WithdrawnInteraction,
  WithdrawRequest,
} from "@sess.si/protocol";

const create: KeyRoute = {
  method: "POST",
  path: "/v1/interactions",
  operationId: "createInteraction",
  summary: "Ask a person: creates an interaction and returns its link",
  scope: "sess:ask",
  headers: ["Idempotency-Key"],
  body: { schema: CreateInteractionRequest, required: true },
  reply: CreatedInteraction,
  status: 201,
  errors: ["plan_limit_reached", "idempotency_mismatch", "invalid_state"],
  run: ({ ctx, body, conditions }) => createInteraction(ctx, { body, ...conditions }),
};

const list: KeyRoute = {
  method: "GET",
  path: "/v1/interactions",
  operationId: "listInteractions",
  summary: "List this workspace's interactions, newest first",
  scope: "sess:read",
  query: {
    state: { description: "Only interactions in this state.", schema: { type: "string", enum: INTERACTION_STATES } },
    cursor: { description: "`next_cursor` of the page before.", schema: { type: "string" } },
    limit: { description: "How many to return.", schema: { type: "integer", minimum: 1, maximum: LIMITS.pageSize } },
  },
  reply: InteractionList,
  status: 200,
  errors: [],
  run: ({ ctx, query }) => listInteractions(ctx, query),
};

const get: KeyRoute = {
  method: "GET",
  path: "/v1/interactions/{id}",
  operationId: "getInteraction",
  summary: "Read one interaction with its surface and every answer",
  scope: "sess:read",
  reply: InteractionDetail,
  status: 200,
  errors: ["not_found"],
  run: ({ ctx, id }) => getInteraction(ctx, id),
};

const response: KeyRoute = {
  method: "GET",
  path: "/v1/interactions/{id}/response",
  operationId: "readResponse",
  summary: "Read the answer, waiting for it if there is none yet",
  scope: "sess:read",
  query: {
    revision: { description: "The revision you wait on.", schema: { type: "integer", minimum: 1 } },
    wait_ms: {
      description: "How long to wait for an answer; left out, as long as is allowed.",
      schema: { type: "integer", minimum: 0, maximum: LIMITS.waitMs },
    },
  },
  reply: ResponseReply,
  status: 200,
  errors: ["not_found", "revision_mismatch"],
  statuses: { revision_mismatch: 409 },
  meanings: {
    revision_mismatch: "`revision` names an earlier revision; `ETag` carries the current one. Wait on that.",
  },
  run: ({ ctx, id, query }) => readResponse(ctx, id, query),
};

const FOLLOW_UP_ERRORS = [
  "not_found",
  "invalid_state",
  "response_mismatch",
  "revision_mismatch",
  "idempotency_mismatch",
  "precondition_required",
] as const;

const publish: KeyRoute = {
  method: "POST",
  path: "/v1/interactions/{id}/revisions",
  operationId: "publishRevision",
  summary: "Ask a follow-up through the same link, after an answer",
  scope: "sess:ask",
  headers: ["If-Match", "Idempotency-Key"],
  body: { schema: PublishRequest, required: true },
  reply: PublishedRevision,
  status: 201,
  errors: ["plan_limit_reached", ...FOLLOW_UP_ERRORS],
  run: ({ ctx, id, body, conditions }) => publishRevision(ctx, id, { body, ...conditions }),
};

const complete: KeyRoute = {
  ...publish,
  path: "/v1/interactions/{id}/complete",
  operationId: "completeInteraction",
  summary: "Say that you have the answer and nothing more to ask",
  body: { schema: CompleteRequest, required: true },
  reply: CompletedInteraction,
  status: 200,
  errors: FOLLOW_UP_ERRORS,
  run: ({ ctx, id, body, conditions }) => completeInteraction(ctx, id, { body, ...conditions }),
};

const withdraw: KeyRoute = {
  method: "POST",
  path: "/v1/interactions/{id}/withdraw",
  operationId: "withdrawInteraction",
  summary: "Close a link that nobody should answer any more",
  scope: "sess:ask",
  body: { schema: WithdrawRequest, required: false },
  reply: WithdrawnInteraction,
  status: 200,
  errors: ["not_found", "invalid_state"],
  run: ({ ctx, id, body }) => withdrawInteraction(ctx, id, body === undefined ? {} : { body }),
};

/** The whole API. */
export const ROUTES: readonly Route[] = [
  create,
  list,
  get,
  response,
  publish,
  complete,
  withdraw,
  ...publicRoutes(() => ROUTES),
];
