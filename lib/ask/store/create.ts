import type { Pools } from "@/db/client";
import type { Statements } from "@/db/lanes";
import type { CreateOutcome, InteractionStore, NewInteraction } from "@/lib/ask/ports";
import { CREATE, CREATE_WITHIN, type CreatedRow, createInput, type WithinRow } from "@/lib/ask/store/create-statement";
import { findEarlier } from "@/lib/ask/store/earlier";
import { epochMs } from "@/lib/ask/store/moments";
import { isOutage, withReconnect } from "@/lib/ask/store/outage";
import { groupCommit } from "@/lib/group-commit";
import { ProtocolError } from "@sess.si/protocol";

/** Creates in groups; only a workspace with a limit of open links has to queue for a place. */
export function creator({ sql, writes }: Pools): InteractionStore["create"] {
  const createInGroup = groupCommit<NewInteraction, CreateOutcome>({
    run: (rows) => withReconnect(() => createAll(writes, rows)),
    keyOf: ({ workspaceId, idempotency }) => (idempotency ? `${workspaceId} ${idempotency.keySha256}` : null),
    mayBeOneItem: (error) => !isOutage(error),
  });
  return (row, { maxOpen }) =>
    maxOpen === null ? createInGroup(row) : withReconnect(() => createWithin(sql, row, maxOpen));
}

async function createAll(sql: Statements, rows: readonly NewInteraction[]): Promise<CreateOutcome[]> {
  const made = await sql.unsafe<CreatedRow[]>(CREATE, [createInput(rows)], { prepare: true });
  const byId = new Map(made.map((row) => [row.id, row]));
  return Promise.all(
    rows.map(async (row) => {
      const created = byId.get(row.id);
      if (created) return createdOutcome(created);
      const outcome = await findOutcome(sql, row);
      if (outcome) return outcome;
      throw cameFree();
    }),
  );
}

function createdOutcome({ createdAt, expiresAt }: CreatedRow): CreateOutcome {
  return { outcome: "created", createdAt, expiresAt };
}

/** The row was not inserted: its key was used before, or an earlier try of ours got through unheard. */
async function findOutcome(sql: Statements, row: NewInteraction): Promise<CreateOutcome | null> {
  if (row.idempotency) {
    const earlier = await findEarlier(sql, row.workspaceId, row.idempotency.keySha256);
    if (earlier) return { outcome: "repeated", earlier };
  }
  const [own] = await sql.unsafe<CreatedRow[]>(FIND_OWN, [row.id], { prepare: true });
  return own ? createdOutcome(own) : null;
}

function cameFree(): ProtocolError {
  return new ProtocolError("unavailable", "The key came free this moment. Try again.");
}

const FIND_OWN = `
  select id, ${epochMs("created_at")} as "createdAt", ${epochMs("expires_at")} as "expiresAt"
  from interactions where id = $1`;

async function createWithin(sql: Statements, row: NewInteraction, maxOpen: number): Promise<CreateOutcome> {
  const parameters = [createInput([row]), row.workspaceId, row.id, maxOpen];
  const [result] = await sql.unsafe<WithinRow[]>(CREATE_WITHIN, parameters, { prepare: true });
  if (result?.id) return createdOutcome(result);
  const outcome = await findOutcome(sql, row);
  if (outcome) return outcome;
  if (result?.isRoomLeft === false) return { outcome: "plan_limit", limit: maxOpen };
  throw cameFree();
}
