import type { AccountStore, FirstOwner } from "@/lib/accounts/ports";
import type { Sql } from "postgres";

/** Only one workspace can be the first: processes that start together wait for each other, and one makes it. */
const INSERT = `
  with first as (
    insert into workspaces (id, name, plan, is_first) values ($1, $2, $3, true)
    on conflict (is_first) do nothing returning id
  ), owner as (
    insert into users (id, email) select $4, $5 from first returning id
  ), membership as (
    insert into members (workspace_id, user_id, role) select first.id, owner.id, 'owner' from first, owner
  ), key as (
    insert into api_keys (id, workspace_id, name, hint, key_sha256, scopes, created_by)
    select $6, first.id, $7, $8, $9, $10::text[], owner.id from first, owner
  ), audited as (
    insert into audit_events (workspace_id, type, subject_id, actor_kind)
    select id, type, subject, 'system'
    from first, (values ('workspace.created', $1), ('api_key.created', $6)) as made (type, subject)
  )
  select id from first`;

/** Makes the first workspace with its owner and key, unless another process has made it. */
export async function insertFirstOwner(sql: Sql, owner: FirstOwner): ReturnType<AccountStore["insertFirstOwner"]> {
  const { workspace, user, key } = owner;
  await sql.unsafe(INSERT, [
    workspace.id,
    workspace.name,
    workspace.plan,
    user.id,
    user.email,
    key.id,
    key.name,
    key.hint,
    key.keySha256,
    [...key.scopes],
  ]);
  const [first] = await sql<{ workspaceId: string; userId: string }[]>`
    select m.workspace_id as "workspaceId", m.user_id as "userId"
    from workspaces w join members m on m.workspace_id = w.id and m.role = 'owner'
    where w.is_first order by m.created_at limit 1`;
  if (!first) throw new Error("The first workspace has no owner");
  return { ...first, created: first.workspaceId === workspace.id };
}
