import { endReply } from "@/lib/relay/core/acks";
import { endSession } from "@/lib/relay/core/end";
import { closeFirehose } from "@/lib/relay/core/firehoses";
import { abortWait } from "@/lib/relay/core/serve";
import { connectionClosed, hydrated } from "@/lib/relay/core/presence";
import type { Signals, SignalType } from "@/lib/relay/core/signals";
import type { Step } from "@/lib/relay/core/step";
import { closeStream, streamAcked, streamRead, streamWindow } from "@/lib/relay/core/streams";

/** What each report of the host does. */
export const REACTIONS: { readonly [T in SignalType]: (step: Step, input: Signals[T]) => void } = {
  tick: () => undefined,
  reply_finished: (step, { participantId, batch }) => endReply(step, participantId, batch, true),
  reply_failed: (step, { participantId, batch }) => endReply(step, participantId, batch, false),
  wait_aborted: abortWait,
  stream_acked: streamAcked,
  stream_read: streamRead,
  stream_window: streamWindow,
  stream_closed: closeStream,
  firehose_closed: closeFirehose,
  connection_closed: connectionClosed,
  hydrated,
  shut_down: (step) => {
    // A persisted session survives its relay.
    if (step.state.persistence === null) endSession(step, "server_shutdown");
  },
};
