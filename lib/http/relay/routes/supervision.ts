import type { RelayRoute } from "@/lib/http/relay/route";
import { listSupervisorTokens } from "@/lib/relay/verbs/list-supervisor-tokens";
import { mintJoinToken } from "@/lib/relay/verbs/mint-join-token";
import { mintSupervisorToken } from "@/lib/relay/verbs/mint-supervisor-token";
import { postNote } from "@/lib/relay/verbs/post-note";
import { replyToNote } from "@/lib/relay/verbs/reply-to-note";
import { revokeSupervisorToken } from "@/lib/relay/verbs/revoke-supervisor-token";
import {
  MintedJoinToken,
  MintedSupervisorToken,
  PostedNote,
  PostedReply,
  PostNoteRequest,
  ReplyToNoteRequest,
  RevokedSupervisorToken,
  SupervisorTokenList,
} from "@sess.si/protocol";

const MANAGEMENT = "the creator's token, its account's or the operator's";

const note: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/supervisor/notes",
  operationId: "postNote",
  summary: "Give an order to one participant or to all",
  token: "a supervisor's token, the creator's, its account's or the operator's",
  body: { schema: PostNoteRequest, required: true },
  reply: PostedNote,
  status: 201,
  errors: ["participant_not_found", "payload_too_large", "rate_limited"],
  run: ({ ctx, sid, body }) => postNote(ctx, sid, { body }),
};

const reply: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/supervisor/notes/{note_id}/replies",
  operationId: "replyToNote",
  summary: "Answer an order that you were sent",
  token: "your participant token",
  body: { schema: ReplyToNoteRequest, required: true },
  reply: PostedReply,
  status: 201,
  errors: ["note_not_found", "payload_too_large"],
  run: ({ ctx, sid, path, body }) => replyToNote(ctx, sid, { noteId: path["note_id"] ?? "", body }),
};

const mintJoin: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/join-tokens",
  operationId: "mintJoinToken",
  summary: "Make a further invite; the earlier ones stay good",
  token: MANAGEMENT,
  reply: MintedJoinToken,
  status: 201,
  errors: ["rate_limited"],
  run: ({ ctx, sid }) => mintJoinToken(ctx, sid),
};

const mintSupervisor: RelayRoute = {
  method: "POST",
  path: "/v1/sessions/{sid}/supervisor-tokens",
  operationId: "mintSupervisorToken",
  summary: "Make a key to watch everything and to give orders, shown this once",
  token: MANAGEMENT,
  reply: MintedSupervisorToken,
  status: 201,
  errors: ["rate_limited"],
  run: ({ ctx, sid }) => mintSupervisorToken(ctx, sid),
};

const listSupervisors: RelayRoute = {
  method: "GET",
  path: "/v1/sessions/{sid}/supervisor-tokens",
  operationId: "listSupervisorTokens",
  summary: "List the supervisor tokens by their ids; never a secret",
  token: MANAGEMENT,
  reply: SupervisorTokenList,
  status: 200,
  errors: [],
  run: ({ ctx, sid }) => listSupervisorTokens(ctx, sid),
};

const revokeSupervisor: RelayRoute = {
  method: "DELETE",
  path: "/v1/sessions/{sid}/supervisor-tokens/{token_id}",
  operationId: "revokeSupervisorToken",
  summary: "Revoke a supervisor token at once and close its streams",
  token: MANAGEMENT,
  reply: RevokedSupervisorToken,
  status: 200,
  errors: ["validation_error"],
  run: ({ ctx, sid, path }) => revokeSupervisorToken(ctx, sid, { tokenId: path["token_id"] ?? "" }),
};

/** Orders, and the tokens that the creator hands out. */
export const SUPERVISION_ROUTES: readonly RelayRoute[] = [
  note,
  reply,
  mintJoin,
  mintSupervisor,
  listSupervisors,
  revokeSupervisor,
];
