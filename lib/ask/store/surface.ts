import type { Surface } from "@sess.si/protocol";
import type { Sql } from "postgres";

const READ = `select surface_text as "surfaceText" from revisions where interaction_id = $1 and revision = $2`;

/** The surface of one revision, also of an earlier one. */
export async function surfaceOf(sql: Sql, id: string, revision: number): Promise<Surface | null> {
  const [row] = await sql.unsafe<{ surfaceText: string }[]>(READ, [id, revision], { prepare: true });
  return row === undefined ? null : (JSON.parse(row.surfaceText) as Surface);
}
