import type { CreateOutcome, InteractionStore, NewInteraction } from "@/lib/ask/ports";
import { CREATE, type CreatedRow, createInput } from "@/lib/ask/store/create-statement";
import { findEarlier } from "@/lib/ask/store/earlier";
import { epochMs } from "@/lib/ask/store/moments";
import { isOutage, withReconnect } from "@/lib/ask/store/outage";
import { groupCommit } from "@/lib/group-commit";
import { ProtocolError } from "@sess.si/protocol";
import type { ISql, Sql } from "postgres";

/** Creates in groups; only a workspace with a limit of open links has to queue for a place. */
export function creator(sql: Sql): InteractionStore["create"] {
  const createInGroup = groupCommit<NewInteraction, CreateOutcome>({
    run: (rows) => withReconnect(() => createAll(sql, rows)),
    keyOf: ({ workspaceId, idempotency }) => (idempotency ? `${workspaceId} ${idempotency.keySha256}` : null),
    mayBeOneItem: (error) => !isOutage(error),
  });
  return (row, { maxOpen }) =>
    maxOpen === null ? createInGroup(row) : withReconnect(() => createWithin(sql, row, maxOpen));
}

async function createAll(sql: ISql, rows: readonly NewInteraction[]): Promise<CreateOutcome[]> {
  const made = await sql.unsafe<CreatedRow[]>(CREATE, [createInput(rows)], { prepare: true });
  const byId = new Map(made.map((row) => [row.id, row]));
  return Promise.all(
    rows.map((row) => {
      const created = byId.get(row.id);
      return created ? createdOutcome(created) : findOutcome(sql, row);
    }),
  );
}

function createdOutcome({ createdAt, expiresAt }: CreatedRow): CreateOutcome {
  return { outcome: "created", createdAt, expiresAt };
}

/** The row was not inserted: its key was used before, or an earlier try of ours got through unheard. */
async function findOutcome(sql: ISql, row: NewInteraction): Promise<CreateOutcome> {
  if (row.idempotency) {
    const earlier = await findEarlier(sql, row.workspaceId, row.idempotency.keySha256);
    if (earlier) return { outcome: "repeated", earlier };
  }
  const [own] = await sql.unsafe<CreatedRow[]>(FIND_OWN, [row.id], { prepare: true });
  if (own) return createdOutcome(own);
  throw new ProtocolError("unavailable", "The key came free this moment. Try again.");
}

const FIND_OWN = `
  select id, ${epochMs("created_at")} as "createdAt", ${epochMs("expires_at")} as "expiresAt"
  from interactions where id = $1`;

/** The lock makes creates of one workspace queue, so that counting and inserting are one step. */
function createWithin(sql: Sql, row: NewInteraction, maxOpen: number): Promise<CreateOutcome> {
  return sql.begin(async (transaction): Promise<CreateOutcome> => {
    await transaction`select pg_advisory_xact_lock(hashtextextended(${row.workspaceId}, 1))`;
    const earlier = row.idempotency && (await findEarlier(transaction, row.workspaceId, row.idempotency.keySha256));
    if (earlier) return { outcome: "repeated", earlier };
    const [open] = await transaction<{ count: number }[]>`
      select count(*)::int as count from (
        select from interactions
        where workspace_id = ${row.workspaceId} and outcome = 'open' and horizon > statement_timestamp() and id <> ${row.id}
        limit ${maxOpen}
      ) as open_links`;
    if (open && open.count >= maxOpen) return { outcome: "plan_limit", limit: maxOpen };
    const [outcome] = await createAll(transaction, [row]);
    if (!outcome) throw new Error("A create had no outcome");
    return outcome;
  }) as Promise<CreateOutcome>;
}
