import type { RelayCtx } from "@/lib/relay/ports";
import { attachFirehose } from "@/lib/relay/verbs/attach-firehose";
import { endingOf } from "@/lib/ws/close";
import type { Handshake } from "@/lib/ws/handshake";
import type { Peer } from "@/lib/ws/peer";

/** Pushes every event of a session to a supervisor's socket. Throws what the relay refuses the stream with. */
export async function openFirehoseSocket(ctx: RelayCtx, handshake: Handshake, peer: Peer): Promise<void> {
  const { sessionId, cursor } = handshake;
  const { max_firehose_buffer_bytes: most, max_socket_buffer_bytes: some } = ctx.relay.settings.limits;
  // A supervisor gives its orders elsewhere.
  peer.onText = () => peer.close(endingOf("bad_request"));
  await attachFirehose(
    ctx,
    sessionId,
    { afterSeq: cursor },
    {
      opened: (stream) => peer.onClosed(() => stream.closed()),
      frame: (text) => {
        peer.send([text]);
        if (peer.isOpen && peer.waiting > most) peer.close(endingOf("too_slow"));
      },
      ready: () => peer.room(some),
      close: (reason) => peer.close(endingOf(reason)),
    },
  );
}
