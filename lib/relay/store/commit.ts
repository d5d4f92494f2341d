import type { Statements } from "@/db/lanes";
import { isOutage } from "@/lib/ask/store/outage";
import { groupCommit } from "@/lib/group-commit";
import type { JournalEntry } from "@/lib/relay/journal";
import { COMMIT, commitInput } from "@/lib/relay/store/commit-statement";

/** Beyond the statement timeout: only a wire that says nothing at all takes this long. */
const DEADLINE_MS = 20_000;
const MAX_SESSIONS = 256;

/** Somebody else has claimed the session, or it is over. */
export class LostSession extends Error {
  override name = "LostSession";
}

/**
 * Commits sessions in groups. After a cut nobody knows whether it was written, so nothing is tried again: each
 * session is read anew, with a claim that a statement still on its way cannot get past.
 */
export function committer(writes: Statements): (entry: JournalEntry) => Promise<void> {
  const commitInGroup = groupCommit<JournalEntry, boolean>({
    run: (entries) => within(DEADLINE_MS, commitAll(writes, entries)),
    maxItems: MAX_SESSIONS,
    keyOf: ({ sessionId }) => sessionId,
    mayBeOneItem: (error) => !isOutage(error),
  });
  return async (entry) => {
    if (!(await commitInGroup(entry))) throw new LostSession("the session has another holder, or is over");
  };
}

async function commitAll(writes: Statements, entries: readonly JournalEntry[]): Promise<boolean[]> {
  const moved = await writes.unsafe<{ id: string }[]>(COMMIT, [commitInput(entries)], { prepare: true });
  const ids = new Set(moved.map(({ id }) => id));
  return entries.map(({ sessionId }) => ids.has(sessionId));
}

function within<T>(ms: number, running: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(Object.assign(new Error("The database does not answer"), { code: "NO_REPLY" }));
    const timer = setTimeout(late, ms);
    running.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
