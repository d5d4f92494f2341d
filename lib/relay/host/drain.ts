import type { HotSession } from "@/lib/relay/host/hot-session";
import { shuttingDown } from "@/lib/relay/host/refusals";
import type { Sessions } from "@/lib/relay/host/sessions";

/** Ends every session of this process in order: those in RAM alone are over, the others are written down. */
export async function endSessions(sessions: Sessions): Promise<void> {
  sessions.isDraining = true;
  sessions.parked.closeAll(shuttingDown());
  const gone = [...sessions.hot.values()].map((hot) => {
    const left = hot.gone();
    endOne(hot);
    return left;
  });
  await Promise.all(gone);
}

function endOne({ lane, outlet, isKept }: HotSession): void {
  if (!isKept) return lane.signal({ type: "shut_down" });
  for (const { done, timeoutSeconds, withSeq } of outlet.waits.values())
    done({ messages: [], hasMore: false, gap: null, batch: null, timedOut: true, timeoutSeconds, withSeq });
  outlet.close(shuttingDown());
  lane.retire();
}
