import type { ParticipantStream, RelayCtx } from "@/lib/relay/ports";
import { attachStream } from "@/lib/relay/verbs/attach-stream";
import { endingOf } from "@/lib/ws/close";
import { helloText, readAck } from "@/lib/ws/frames";
import type { Handshake } from "@/lib/ws/handshake";
import { Backlog } from "@/lib/ws/outlet";
import { Pace } from "@/lib/ws/pace";
import type { Peer } from "@/lib/ws/peer";
import type { RelayLimits } from "@sess.si/protocol";

const TIMERS = {
  set: (run: () => void, ms: number): NodeJS.Timeout => setTimeout(run, ms),
  clear: (timer: unknown): void => clearTimeout(timer as NodeJS.Timeout),
};

/** Pushes a participant's events to its socket. Throws what the relay refuses the stream with. */
export async function openParticipantSocket(ctx: RelayCtx, handshake: Handshake, peer: Peer): Promise<void> {
  const { sessionId, cursor, isGreeted } = handshake;
  const { limits } = ctx.relay.settings;
  const pace = new Pace((batch) => peer.ask(batch), { frames: limits.ack_ping_frames, ms: limits.ack_ping_ms }, TIMERS);
  let backlog: Backlog | null = null;
  await attachStream(
    ctx,
    sessionId,
    { cursor, hello: isGreeted },
    {
      opened: (stream) => {
        backlog = backlogOf(peer, stream, limits);
        listen(peer, { stream, pace, backlog });
        if (isGreeted) peer.send([helloText(stream)]);
      },
      frames: (texts, batch) => {
        peer.send(texts);
        if (!peer.isOpen) return;
        if (batch !== null) pace.wrote(texts.length, batch);
        backlog?.wrote(mostBytesOf(texts));
      },
      close: (reason) => peer.close(endingOf(reason)),
    },
  );
}

function backlogOf(peer: Peer, stream: ParticipantStream, limits: RelayLimits): Backlog {
  return new Backlog(
    limits.max_socket_buffer_bytes,
    () => peer.waiting,
    (isOpen) => stream.window(isOpen),
  );
}

interface Joined {
  stream: ParticipantStream;
  pace: Pace;
  backlog: Backlog;
}

/** Lets what comes from the peer reach the stream. */
function listen(peer: Peer, { stream, pace, backlog }: Joined): void {
  peer.onText = (text) => {
    const cursor = readAck(text);
    if (cursor === null) peer.close(endingOf("bad_request"));
    else stream.acked(cursor);
  };
  peer.onAnswer = (batch) => stream.read(batch);
  peer.onDrained = () => backlog.drained();
  peer.onClosed(() => {
    pace.stop();
    stream.closed();
  });
}

/** As many bytes as these can be, without looking at them: who waits to hear of room must never wait in vain. */
function mostBytesOf(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length * UTF8_BYTES_PER_UNIT;
}

const UTF8_BYTES_PER_UNIT = 3;
