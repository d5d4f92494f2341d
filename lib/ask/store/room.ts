/** SQL: waits for the turn of workspace `$2` among those that open links within a limit. */
export const WORKSPACE_TURN = "select pg_advisory_xact_lock(hashtextextended($2, 1))";

/**
 * SQL: whether fewer than `$4` links are open beside `$3`. The function, being volatile, counts what is committed by
 * the time the turn is ours; the rest of the statement would not see it.
 */
export function roomIn(turn: string): string {
  return `select open_links($2, $3, $4::int) < $4::int as is_left from ${turn}`;
}
