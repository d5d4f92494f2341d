import type { CommitOutcome, InteractionStore } from "@/lib/ask/ports";
import { COMMIT, type Commit, commitInput, type CommittedRow } from "@/lib/ask/store/commit-statement";
import { findEarlier } from "@/lib/ask/store/earlier";
import { isOutage, withReconnect } from "@/lib/ask/store/outage";
import { groupCommit } from "@/lib/group-commit";
import type { Sql } from "postgres";

/** Commits in groups. A repeat after a cut connection changes nothing: the version has moved. */
export function committer(sql: Sql): InteractionStore["commit"] {
  return groupCommit<Commit, CommitOutcome>({
    run: (commits) => withReconnect(() => commitAll(sql, commits)),
    keyOf: ({ state }) => state.id,
    mayBeOneItem: (error) => !isOutage(error),
  });
}

async function commitAll(sql: Sql, commits: readonly Commit[]): Promise<CommitOutcome[]> {
  const moved = await sql.unsafe<CommittedRow[]>(COMMIT, [commitInput(commits)], { prepare: true });
  const byId = new Map(moved.map((row) => [row.id, row]));
  return Promise.all(
    commits.map((commit): CommitOutcome | Promise<CommitOutcome> => {
      const row = byId.get(commit.state.id);
      return row ? { outcome: "committed", now: row.now } : whyNot(sql, commit);
    }),
  );
}

async function whyNot(sql: Sql, { state, idempotency }: Commit): Promise<CommitOutcome> {
  const earlier = idempotency && (await findEarlier(sql, state.workspaceId, idempotency.keySha256));
  return earlier ? { outcome: "repeated", earlier } : { outcome: "stale" };
}
