import type { RelayRoute } from "@/lib/http/relay/route";
import { numbersOf } from "@/lib/http/relay/numbers";
import { createSession } from "@/lib/relay/verbs/create-session";
import { deleteSession } from "@/lib/relay/verbs/delete-session";
import { describeSession } from "@/lib/relay/verbs/describe-session";
import { getAccess } from "@/lib/relay/verbs/get-access";
import { getEvents } from "@/lib/relay/verbs/get-events";
import { getInfo } from "@/lib/relay/verbs/get-info";
import { updatePurpose } from "@/lib/relay/verbs/update-purpose";
import {
  CreatedSession,
  CreateSessionRequest,
  EndedSession,
  EventsPage,
  RelayAccess,
  RelayInfo,
  SessionDescription,
  UpdatedPurpose,
  UpdatePurposeRequest,
} from "@sess.si/protocol";

const info: RelayRoute = {
  method: "GET",
  path: "/v1/info",
  operationId: "relayInfo",
  summary: "What this relay can and allows, before any session",
  token: null,
  reply: RelayInfo,
  status: 200,
  errors: [],
  run: async ({ ctx }) => getInfo(ctx.relay),
};

const create: RelayRoute = {
  method: "POST",
  path: "/v1/sessions",
  operationId: "createSession",
  summary: "Create a session; every key to it is shown this once",
  token: null,
  body: { schema: CreateSessionRequest, required: false },
  reply: CreatedSession,
  status: 201,
  errors: [
    "invalid_config",
    "account_token_required",
    "account_token_invalid",
    "rate_limited",
    "relay_full",
    "persistence_failed",
  ],
  run: ({ ctx, body }) => createSession(ctx, { body: { ...body, value: body.value ?? {} } }),
};

const describe: RelayRoute = {
  method: "GET",
  path: "/v1/sessions/{sid}",
  operationId: "describeSession",
  summary: "Read what a session is for and who is there; takes no place in it",
  token: "any token of the session",
  reply: SessionDescription,
  status: 200,
  errors: [],
  run: ({ ctx, sid }) => describeSession(ctx, sid),
};

const end: RelayRoute = {
  method: "DELETE",
  path: "/v1/sessions/{sid}",
  operationId: "deleteSession",
  summary: "End a session for everybody",
  token: "the creator's token, its account's or the operator's",
  reply: EndedSession,
  status: 200,
  errors: [],
  run: ({ ctx, sid }) => deleteSession(ctx, sid),
};

const purpose: RelayRoute = {
  method: "PATCH",
  path: "/v1/sessions/{sid}/purpose",
  operationId: "updatePurpose",
  summary: "Replace what the session is for, or clear it with null",
  token: "the creator's token, its account's or the operator's",
  body: { schema: UpdatePurposeRequest, required: true },
  reply: UpdatedPurpose,
  status: 200,
  errors: ["invalid_config"],
  run: ({ ctx, sid, body }) => updatePurpose(ctx, sid, { body }),
};

const access: RelayRoute = {
  method: "GET",
  path: "/v1/sessions/{sid}/access",
  operationId: "getAccess",
  summary: "Read which role your token has in this session",
  token: "any token of the session",
  reply: RelayAccess,
  status: 200,
  errors: [],
  run: ({ ctx, sid }) => getAccess(ctx, sid),
};

const seq = { type: "integer", minimum: 0 };

const events: RelayRoute = {
  method: "GET",
  path: "/v1/sessions/{sid}/events",
  operationId: "getEvents",
  summary: "Read the history of a session that is kept",
  token: "a participant's or supervisor's token, the creator's, its account's or the operator's",
  query: {
    after_seq: { description: "Only events after this number.", schema: seq },
    before_seq: { description: "Only events before this number.", schema: seq },
    kind: { description: "Only events of this name.", schema: { type: "string" } },
    participant_id: { description: "Only what this participant did or got.", schema: { type: "string" } },
    limit: { description: "How many to return.", schema: { type: "integer", minimum: 1 } },
    order: { description: "`asc` if left out.", schema: { type: "string", enum: ["asc", "desc"] } },
  },
  reply: EventsPage,
  status: 200,
  errors: ["no_history", "persistence_corrupted"],
  run: ({ ctx, sid, query }) => getEvents(ctx, sid, { query: numbersOf(query, ["after_seq", "before_seq", "limit"]) }),
};

/** The session as a whole. */
export const SESSION_ROUTES: readonly RelayRoute[] = [info, create, describe, end, purpose, access, events];
