import { randomUUID } from "node:crypto";
import type { Caller } from "@/lib/relay/core/caller";
import { eventFrame } from "@/lib/relay/host/firehose-frame";
import { OpenFirehose } from "@/lib/relay/host/open-firehose";
import type { Sessions } from "@/lib/relay/host/sessions";
import type { Journal } from "@/lib/relay/journal";
import type { FirehoseSink } from "@/lib/relay/ports";
import { RelayError } from "@sess.si/protocol";

interface Attach {
  caller: Caller;
  afterSeq: number | null;
  sink: FirehoseSink;
}

const PAST_PAGE = 200;

/** Opens a firehose; of a kept session it may begin in the past. */
export async function attachFirehose(
  sessions: Sessions,
  sessionId: string,
  { caller, afterSeq, sink }: Attach,
): Promise<void> {
  const hot = sessions.now(sessionId) ?? (await sessions.find(sessionId, caller, "open_firehose"));
  const { journal } = sessions.options;
  const firehoseId = randomUUID();
  await new Promise<void>((resolve, refused) => {
    const seen = (): void => {
      if (afterSeq !== null && (!hot.isKept || journal === null)) {
        hot.lane.signal({ type: "firehose_closed", firehoseId });
        return refused(new RelayError("no_history", "This session keeps no history: leave `after_seq` out."));
      }
      const open = new OpenFirehose(caller, sink);
      hot.outlet.firehoses.set(firehoseId, open);
      sink.opened({ closed: () => hangUp(sessions, sessionId, firehoseId, open) });
      if (afterSeq !== null && journal !== null)
        void tellPast(sessions, journal, { sessionId, firehoseId, afterSeq, open });
      resolve();
    };
    hot.lane.callNow<"open_firehose">({ type: "open_firehose", caller, firehoseId }, { seen, refused });
  });
}

/** Reads no faster than the peer takes it, and goes live where the past meets the present. */
async function tellPast(
  sessions: Sessions,
  journal: Journal,
  {
    sessionId,
    firehoseId,
    afterSeq,
    open,
  }: { sessionId: string; firehoseId: string; afterSeq: number; open: OpenFirehose },
): Promise<void> {
  const { clock, rules } = sessions.options;
  const maxBytes = rules.limits.max_drain_bytes / 2;
  try {
    for (let seq = afterSeq; ;) {
      open.holdLive();
      const { rows } = await journal.readHistory(sessionId, {
        after_seq: seq,
        limit: PAST_PAGE,
        order: "asc",
        maxBytes,
      });
      const last = rows.at(-1);
      if (last === undefined) return open.catchUp(seq);
      seq = last.seq;
      if (!(await open.writePast(rows.flatMap((row) => eventFrame(row, clock.now()) ?? [])))) return;
    }
  } catch {
    open.close("restart");
    hangUp(sessions, sessionId, firehoseId, open);
  }
}

function hangUp(sessions: Sessions, sessionId: string, firehoseId: string, open: OpenFirehose): void {
  open.drop();
  const hot = sessions.hot.get(sessionId);
  if (hot?.outlet.firehoses.delete(firehoseId)) hot.lane.signal({ type: "firehose_closed", firehoseId });
  else sessions.parked.hangUp(sessionId, firehoseId);
}
