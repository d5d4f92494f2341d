import { randomUUID } from "node:crypto";
import type { Caller } from "@/lib/relay/core/caller";
import type { Signal } from "@/lib/relay/core/decide";
import type { SignalType } from "@/lib/relay/core/signals";
import { OpenStream } from "@/lib/relay/host/open-stream";
import { participantOf } from "@/lib/relay/host/participant-of";
import type { Sessions } from "@/lib/relay/host/sessions";
import type { ParticipantStream, StreamSink } from "@/lib/relay/ports";
import { RelayError } from "@sess.si/protocol";

interface Attach {
  caller: Caller;
  cursor: number | null;
  hello: boolean;
  sink: StreamSink;
}

/** Opens a participant's stream. The sink has it before its first frame. */
export async function attachStream(sessions: Sessions, sessionId: string, attach: Attach): Promise<void> {
  const { caller, cursor, hello, sink } = attach;
  const hot = sessions.now(sessionId) ?? (await sessions.find(sessionId, caller, "open_stream"));
  const streamId = randomUUID();
  // Whoever is none is refused by the session.
  const participantId = participantOf(hot.lane.state, caller) ?? "";
  const opening = { streamId, transport: "ws", cursor, hello } as const;
  await new Promise<void>((resolve, refused) => {
    hot.lane.callNow<"open_stream">(
      { type: "open_stream", caller, ...opening },
      {
        seen: ({ lastSeq, gap }) => {
          const open = openStream(sessions, sessionId, { streamId, participantId, attach });
          hot.outlet.streams.set(streamId, open);
          sink.opened({ participantId, lastSeq, gap, ...controls(sessions, sessionId, streamId, open) });
          resolve();
        },
        refused,
      },
    );
  });
}

function openStream(
  sessions: Sessions,
  sessionId: string,
  { streamId, participantId, attach }: { streamId: string; participantId: string; attach: Attach },
): OpenStream {
  const { clock, journal } = sessions.options;
  const { caller, cursor, sink } = attach;
  const open: OpenStream = new OpenStream({
    participantId,
    caller,
    cursor,
    sink,
    now: clock.now,
    read: async (seqs) => {
      if (journal === null) throw new RelayError("internal", "A payload is nowhere.");
      return journal.readPayloads(sessionId, seqs);
    },
    onBroken: () => hangUp(sessions, sessionId, streamId, open),
  });
  return open;
}

function controls(
  sessions: Sessions,
  sessionId: string,
  streamId: string,
  open: OpenStream,
): Pick<ParticipantStream, "acked" | "read" | "window" | "closed"> {
  const { participantId } = open.options;
  const tell = <T extends SignalType>(signal: Signal<T>): void => sessions.now(sessionId)?.lane.signal(signal);
  return {
    acked: (cursor) => {
      open.cursor = Math.max(open.cursor ?? 0, cursor);
      tell({ type: "stream_acked", participantId, streamId, cursor });
    },
    read: (batch) => tell({ type: "stream_read", participantId, streamId, batch }),
    window: (isOpen) => tell({ type: "stream_window", participantId, streamId, open: isOpen }),
    closed: () => hangUp(sessions, sessionId, streamId, open),
  };
}

/** The session may be in RAM, or have left it while the socket was there. */
function hangUp(sessions: Sessions, sessionId: string, streamId: string, open: OpenStream): void {
  open.drop();
  const { participantId } = open.options;
  const hot = sessions.hot.get(sessionId);
  if (hot?.outlet.streams.delete(streamId)) hot.lane.signal({ type: "stream_closed", participantId, streamId });
  else sessions.parked.hangUp(sessionId, streamId);
}
