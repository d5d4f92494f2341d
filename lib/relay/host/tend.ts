import type { Sessions } from "@/lib/relay/host/sessions";
import { faultOf } from "@/lib/relay/host/fault";

const AT_ONCE = 50;

/** Pages in what has run out of time, which ends it, and deletes what ended sessions have left behind. */
export async function endDueSessions(sessions: Sessions): Promise<boolean> {
  const { journal, clock, rules } = sessions.options;
  if (journal === null || sessions.isDraining) return false;
  const due = await journal.findDue(clock.now(), AT_ONCE);
  await pageIn(sessions, due);
  const more = await journal.purge(clock.now(), rules.limits.ended_session_ttl * 1000);
  return more || due.length === AT_ONCE;
}

/** Commands that were open when an earlier process died get their end in time, although nobody calls. */
export async function reviveInterrupted(sessions: Sessions): Promise<void> {
  const { journal, log } = sessions.options;
  if (journal === null) return;
  try {
    const room = sessions.options.rules.limits.max_hot_sessions;
    await pageIn(sessions, await journal.findInterrupted(room));
  } catch (error) {
    log.warn(faultOf(error), "relay sessions that were interrupted wait for their next call");
  }
}

async function pageIn(sessions: Sessions, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if (sessions.isDraining) return;
    // What cannot be paged in now is found again, and has been logged.
    await sessions.hydrate(id).catch(() => undefined);
  }
}
