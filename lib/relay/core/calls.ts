import type { Actor } from "@/lib/relay/core/caller";
import type { Operation } from "@/lib/relay/core/operations";
import type { HandOut } from "@/lib/relay/core/step";
import type {
  AcceptedResponse,
  DispatchMode,
  DispatchTarget,
  EndedSession,
  InboxGap,
  JoinRequest,
  JsonObject,
  LeftSession,
  PostedNote,
  PostedReply,
  PostNoteRequest,
  RelayAccess,
  RemovedParticipant,
  ReplyToNoteRequest,
  ResultStatus,
  RevokedSupervisorToken,
  Roster,
  SentCommand,
  SessionDescription,
  SupervisedRoster,
  SupervisorTokenList,
  UpdatedPurpose,
  UpdatedSelf,
  UpdateSelfRequest,
} from "@sess.si/protocol";

/** Everything that a caller can ask of a session: bodies are parsed, ids and digests made, payloads raw JSON text. */
export interface Calls {
  describe: { input: object; reply: SessionDescription };
  access: { input: object; reply: RelayAccess };
  /** Only asks whether the caller may do something that happens elsewhere, such as reading the journal. */
  permit: { input: { operation: Operation }; reply: Actor };
  join: { input: JoinInput; reply: JoinReply };
  list_participants: { input: object; reply: Roster | SupervisedRoster };
  update_self: { input: { patch: UpdateSelfRequest }; reply: UpdatedSelf };
  leave: { input: { feedback?: unknown }; reply: LeftSession };
  /** Always answered by the effect `wait_done`, perhaps in the same decision. */
  wait: { input: WaitInput; reply: { waiting: true } };
  drain: { input: { cursor: number | null }; reply: HandOut };
  ack: { input: { cursor: number }; reply: { acked: number } };
  open_stream: { input: StreamInput; reply: { lastSeq: number; gap: InboxGap | null } };
  resume: { input: { connection: string | null; cursor: number | null }; reply: SessionDescription };
  send: { input: SendInput; reply: SentCommand };
  respond: { input: RespondInput; reply: AcceptedResponse };
  post_note: { input: { request: PostNoteRequest; noteId: string }; reply: PostedNote };
  reply_to_note: {
    input: { request: ReplyToNoteRequest; noteId: string; replyId: string };
    reply: PostedReply;
  };
  open_firehose: { input: { firehoseId: string }; reply: { opened: true } };
  update_purpose: { input: { purpose: JsonObject | null }; reply: UpdatedPurpose };
  mint_join_token: { input: { digest: string }; reply: { expiresAt: number } };
  mint_supervisor_token: { input: { digest: string; tokenId: string }; reply: { tokenId: string } };
  list_supervisor_tokens: { input: object; reply: SupervisorTokenList };
  revoke_supervisor_token: { input: { tokenId: string }; reply: RevokedSupervisorToken };
  remove_participant: { input: { participantId: string; noteId: string }; reply: RemovedParticipant };
  end: { input: object; reply: EndedSession };
}

export type CallType = keyof Calls;

export interface JoinInput {
  request: JoinRequest;
  participantId: string;
  tokenDigest: string;
  /** `rest`: reachable until it leaves. `mcp`: as long as its connection is. */
  reach: "rest" | "mcp";
  connection: string | null;
}

export interface JoinReply {
  /** Not the proposed id where a repeated join replaced the first one's token. */
  participantId: string;
  description: SessionDescription;
}

export interface WaitInput {
  waitId: string;
  names: readonly string[] | null;
  timeoutSeconds: number | null;
  /** The door's own ceiling. */
  maxSeconds: number;
  cursor: number | null;
  withSeq: boolean;
}

export interface StreamInput {
  streamId: string;
  transport: "ws" | "mcp";
  cursor: number | null;
  /** The peer is told of a gap at once; others learn of it by their next wait or drain. */
  hello: boolean;
}

/** JSON text as it came, and its length in UTF-8. */
export interface RawJson {
  text: string;
  bytes: number;
}

export interface SendInput {
  commandId: string;
  dispatch: DispatchMode;
  target: DispatchTarget;
  payload: RawJson;
  timeoutSeconds: number | null;
  /** Of the whole body, whatever order its keys came in. */
  fingerprint: string;
}

export interface RespondInput {
  commandId: string;
  status: ResultStatus;
  payload: RawJson;
  fingerprint: string;
}
