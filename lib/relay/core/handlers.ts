import type { Actor } from "@/lib/relay/core/caller";
import type { Calls, CallType } from "@/lib/relay/core/calls";
import { access, describe, listParticipants } from "@/lib/relay/core/describe";
import { end } from "@/lib/relay/core/end";
import { openFirehose } from "@/lib/relay/core/firehoses";
import { join } from "@/lib/relay/core/join";
import { leave } from "@/lib/relay/core/leave";
import { ack, drain, wait } from "@/lib/relay/core/listen";
import { postNote } from "@/lib/relay/core/notes";
import { resume } from "@/lib/relay/core/presence";
import { updatePurpose } from "@/lib/relay/core/purpose";
import { removeParticipant } from "@/lib/relay/core/remove";
import { replyToNote } from "@/lib/relay/core/reply-to-note";
import { respond } from "@/lib/relay/core/respond";
import { send } from "@/lib/relay/core/send";
import type { Step } from "@/lib/relay/core/step";
import { openStream } from "@/lib/relay/core/streams";
import {
  listSupervisorTokens,
  mintJoinToken,
  mintSupervisorToken,
  revokeSupervisorToken,
} from "@/lib/relay/core/tokens";
import { updateSelf } from "@/lib/relay/core/update-self";

type Handler<T extends CallType> = (step: Step, input: Calls[T]["input"], actor: Actor) => Calls[T]["reply"];

/** What each call does, once its caller may. */
export const HANDLERS: { readonly [T in CallType]: Handler<T> } = {
  describe,
  access,
  permit: (_step, _input, actor) => actor,
  join,
  list_participants: listParticipants,
  update_self: updateSelf,
  leave,
  wait,
  drain,
  ack,
  open_stream: openStream,
  resume,
  send,
  respond,
  post_note: postNote,
  reply_to_note: replyToNote,
  open_firehose: openFirehose,
  update_purpose: updatePurpose,
  mint_join_token: mintJoinToken,
  mint_supervisor_token: mintSupervisorToken,
  list_supervisor_tokens: listSupervisorTokens,
  revoke_supervisor_token: revokeSupervisorToken,
  remove_participant: removeParticipant,
  end,
};
