import type { RelayRoute } from "@/lib/http/relay/route";
import { joinSession } from "@/lib/relay/verbs/join-session";
import { leaveSession } from "@/lib/relay/verbs/leave-session";
import { listParticipants } from "@/lib/relay/verbs/list-participants";
import { removeParticipant } from "@/lib/relay/verbs/remove-participant";
import { updateSelf } from "@/lib/relay/verbs/update-self";
import {
  JoinedParticipant,
  JoinRequest,
  LeaveRequest,
  LeftSession,
  RemovedParticipant,
  Roster,
  UpdatedSelf,
  UpdateSelfRequest,
} from "@sess.si/protocol";

const join: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/participants",
  operationId: "joinSession",
  summary: "Join; the token to act as this participant is shown this once",
  token: "a join token, the creator's, its account's or the operator's",
  body: { schema: JoinRequest, required: false },
  reply: JoinedParticipant,
  status: 201,
  errors: ["session_full", "payload_too_large", "rate_limited"],
  run: ({ ctx, sid, body }) => joinSession(ctx, sid, { body: { ...body, value: body.value ?? {} } }),
};

const list: RelayRoute = {
  method: "GET",
  path: "/v1/sessions/{sid}/participants",
  operationId: "listParticipants",
  summary: "Read who is there; supervision also reads how reachable each one is",
  token: "a participant's or supervisor's token, the creator's, its account's or the operator's",
  reply: Roster,
  status: 200,
  errors: [],
  run: ({ ctx, sid }) => listParticipants(ctx, sid),
};

const update: RelayRoute = {
  method: "PATCH",
  path: "/v1/sessions/{sid}/participants/me",
  operationId: "updateSelf",
  summary: "Change how others see you: what is left out stays, null clears",
  token: "your participant token",
  body: { schema: UpdateSelfRequest, required: true },
  reply: UpdatedSelf,
  status: 200,
  errors: ["payload_too_large"],
  run: ({ ctx, sid, body }) => updateSelf(ctx, sid, { body }),
};

const leave: RelayRoute = {
  method: "DELETE",
  path: "/v1/sessions/{sid}/participants/me",
  operationId: "leaveSession",
  summary: "Leave, with a report on how it went",
  token: "your participant token",
  body: { schema: LeaveRequest, required: false },
  reply: LeftSession,
  status: 200,
  errors: ["payload_too_large"],
  run: ({ ctx, sid, body }) => leaveSession(ctx, sid, { body }),
};

/** Some proxies take the body of a DELETE away. */
const leaveByPost: RelayRoute = {
  ...leave,
  method: "POST",
  path: "/v1/sessions/{sid}/participants/me/leave",
  operationId: "leaveSessionByPost",
  summary: "Leave, where something in between drops the body of a DELETE",
};

const remove: RelayRoute = {
  method: "DELETE",
  path: "/v1/sessions/{sid}/participants/{pid}",
  operationId: "removeParticipant",
  summary: "Halt a participant, shut it out, and revoke every invite",
  token: "the creator's token, its account's or the operator's",
  reply: RemovedParticipant,
  status: 200,
  errors: ["participant_not_found"],
  run: ({ ctx, sid, path }) => removeParticipant(ctx, sid, { participantId: path["pid"] ?? "" }),
};

/** Who is in the session. `me` stands before `{pid}`: the first row that fits is the one. */
export const PARTICIPANT_ROUTES: readonly RelayRoute[] = [join, list, update, leave, leaveByPost, remove];
