import type { RelayRoute } from "@/lib/http/relay/route";
import { ackInbox } from "@/lib/relay/verbs/ack-inbox";
import { drainInbox } from "@/lib/relay/verbs/drain-inbox";
import { mintTicket } from "@/lib/relay/verbs/mint-ticket";
import { waitForEvent } from "@/lib/relay/verbs/wait-for-event";
import {
  AckReply,
  AckRequest,
  DrainReply,
  DrainRequest,
  StreamTicket,
  TicketRequest,
  WaitReply,
  WaitRequest,
} from "@sess.si/protocol";

const wait: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/participants/me/inbox/wait",
  operationId: "waitForEvent",
  summary: "Wait for the first events you want, or for the time you give",
  token: "your participant token",
  body: { schema: WaitRequest, required: false },
  reply: WaitReply,
  status: 200,
  errors: ["wait_already_in_flight", "invalid_delivery_mode", "too_many_waits"],
  run: ({ ctx, sid, body }) => waitForEvent(ctx, sid, { body }),
};

const drain: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/participants/me/inbox/drain",
  operationId: "drainInbox",
  summary: "Take whatever is there, at once",
  token: "your participant token",
  body: { schema: DrainRequest, required: false },
  reply: DrainReply,
  status: 200,
  errors: [],
  run: ({ ctx, sid, body }) => drainInbox(ctx, sid, { body }),
};

const ack: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/participants/me/inbox/ack",
  operationId: "ackInbox",
  summary: "Acknowledge what you have dealt with, without asking for more",
  token: "your participant token",
  body: { schema: AckRequest, required: true },
  reply: AckReply,
  status: 200,
  errors: [],
  run: ({ ctx, sid, body }) => ackInbox(ctx, sid, { body }),
};

const ticket: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/ws-tickets",
  operationId: "mintTicket",
  summary: "Get a key for one WebSocket, to keep your token out of addresses",
  token: "the token of the stream: a participant's for `events`, a supervision holder's for `firehose`",
  body: { schema: TicketRequest, required: true },
  reply: StreamTicket,
  status: 201,
  errors: [],
  run: ({ ctx, sid, body }) => mintTicket(ctx, sid, { body }),
};

/** What waits for a participant, and the ways to it. */
export const INBOX_ROUTES: readonly RelayRoute[] = [wait, drain, ack, ticket];
