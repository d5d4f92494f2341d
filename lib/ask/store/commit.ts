import type { Pools } from "@/db/client";
import type { Statements } from "@/db/lanes";
import type { CommitOutcome, InteractionStore } from "@/lib/ask/ports";
import { actorColumns } from "@/lib/ask/store/actor-columns";
import {
  COMMIT,
  COMMIT_WITHIN,
  type Commit,
  commitInput,
  type CommittedRow,
  type CommittedWithinRow,
} from "@/lib/ask/store/commit-statement";
import { findEarlier } from "@/lib/ask/store/earlier";
import { epochMs } from "@/lib/ask/store/moments";
import { isOutage, withReconnect } from "@/lib/ask/store/outage";
import { groupCommit } from "@/lib/group-commit";

/**
 * Commits in groups; only what opens a link again within a limit has to queue for a place. A repeat after a cut
 * connection changes nothing: the version has moved.
 */
export function committer({ sql, writes }: Pools): InteractionStore["commit"] {
  const commitInGroup = groupCommit<Commit, CommitOutcome>({
    run: (commits) => withReconnect((tries) => commitAll(writes, commits, tries > 0)),
    keyOf: ({ state }) => state.id,
    mayBeOneItem: (error) => !isOutage(error),
  });
  return (commit) => {
    const { decision, maxOpen = null } = commit;
    if (maxOpen === null || decision.event.type !== "published") return commitInGroup(commit);
    return withReconnect((tries) => commitWithin(sql, commit, maxOpen, tries > 0));
  };
}

async function commitAll(sql: Statements, commits: readonly Commit[], isRetry: boolean): Promise<CommitOutcome[]> {
  const moved = await sql.unsafe<CommittedRow[]>(COMMIT, [commitInput(commits)], { prepare: true });
  const byId = new Map(moved.map((row) => [row.id, row]));
  return Promise.all(
    commits.map((commit): CommitOutcome | Promise<CommitOutcome> => {
      const row = byId.get(commit.state.id);
      return row ? { outcome: "committed", now: row.now } : whyNot(sql, commit, isRetry);
    }),
  );
}

async function commitWithin(
  sql: Statements,
  commit: Commit,
  maxOpen: number,
  isRetry: boolean,
): Promise<CommitOutcome> {
  const parameters = [commitInput([commit]), commit.state.workspaceId, commit.state.id, maxOpen];
  const [result] = await sql.unsafe<CommittedWithinRow[]>(COMMIT_WITHIN, parameters, { prepare: true });
  if (result?.id) return { outcome: "committed", now: result.now };
  const outcome = await whyNot(sql, commit, isRetry);
  const isFull = outcome.outcome === "stale" && result?.isRoomLeft === false;
  return isFull ? { outcome: "plan_limit", limit: maxOpen } : outcome;
}

async function whyNot(sql: Statements, commit: Commit, isRetry: boolean): Promise<CommitOutcome> {
  const { state, idempotency } = commit;
  const earlier = idempotency && (await findEarlier(sql, state.workspaceId, idempotency.keySha256));
  if (earlier) return { outcome: "repeated", earlier };
  const own = isRetry ? await findOwn(sql, commit) : null;
  return own ?? { outcome: "stale" };
}

/**
 * A try before this one may have got through unheard. Every other change is known again by its own content when it is
 * decided once more; a published revision would be refused for the revision it made itself.
 */
async function findOwn(sql: Statements, { state, decision: { event }, actor }: Commit): Promise<CommitOutcome | null> {
  if (event.type !== "published") return null;
  const { actor_kind, actor_id } = actorColumns(actor);
  const parameters = [state.id, state.version + 1, event.surfaceSha256, actor_kind, actor_id];
  const [own] = await sql.unsafe<{ now: number }[]>(FIND_OWN, parameters, { prepare: true });
  return own ? { outcome: "committed", now: own.now } : null;
}

const FIND_OWN = `
  select ${epochMs("r.published_at")} as now
  from audit_events e join revisions r on r.interaction_id = e.subject_id and r.revision = e.revision
  where e.subject_id = $1 and e.version = $2 and e.type = 'interaction.published' and r.surface_sha256 = $3
    and e.actor_kind = $4 and e.actor_id is not distinct from $5`;
