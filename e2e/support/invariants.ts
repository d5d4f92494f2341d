import { canonicalJson, parseInteraction } from "@sess.si/protocol";
import { createHash } from "node:crypto";
import type { Sql } from "postgres";

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Everything that has to hold between the rows of a database, whatever was sent; a list of what does not. */
export async function brokenInvariants(sql: Sql): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, query] of Object.entries(RULES)) {
    const rows = await sql.unsafe(query);
    if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  const revisions = await sql`select interaction_id, revision, title, surface_text, surface_sha256 from revisions`;
  for (const row of revisions) broken.push(...brokenSurface(row));
  const answers = await sql`select interaction_id, answer_text, answer_sha256 from answers`;
  for (const { interaction_id: id, answer_text: text, answer_sha256: digest } of answers) {
    if (sha256(text) !== digest) broken.push(`answer of ${id} has another digest than its text`);
  }
  return broken;
}

const RULES = {
  "revisions are not 1 to the current one": `
    select i.id, i.revision, array_agg(r.revision order by r.revision) as stored
    from interactions i left join revisions r on r.interaction_id = i.id group by i.id
    having array_agg(r.revision order by r.revision) is distinct from (select array_agg(n) from generate_series(1, i.revision) n)`,
  "an earlier revision has no answer": `
    select r.interaction_id, r.revision from revisions r join interactions i on i.id = r.interaction_id
    left join answers a on a.interaction_id = r.interaction_id and a.revision = r.revision
    where r.revision < i.revision and a.event_id is null`,
  "the current answer is not what the interaction says": `
    select i.id from interactions i left join answers a on a.interaction_id = i.id and a.revision = i.revision
    where (a.event_id is null) <> (i.answered_revision is null)`,
  "there is not one audit row for each version": `
    select i.id, i.version, count(e.id) from interactions i left join audit_events e on e.subject_id = i.id
    group by i.id having count(e.id) <> i.version or count(distinct e.version) <> i.version`,
  "an audit row tells of nothing": `
    select e.id from audit_events e left join interactions i on i.id = e.subject_id
    where e.type like 'interaction.%' and i.id is null`,
  "a key of a request names a revision that is not there": `
    select k.key_sha256 from idempotency_keys k left join revisions r
    on r.interaction_id = k.interaction_id and r.revision = k.revision where r.revision is null`,
};

function brokenSurface(row: Record<string, unknown>): string[] {
  const [id, text] = [String(row["interaction_id"]), String(row["surface_text"])];
  const surface = JSON.parse(text);
  if (sha256(canonicalJson(surface)) !== row["surface_sha256"])
    return [`surface of ${id} has another digest than its text`];
  if (surface.title !== row["title"]) return [`surface of ${id} has another title than its row`];
  if (JSON.stringify(parseInteraction(surface)) !== text)
    return [`surface of ${id} would not be accepted as it stands`];
  return [];
}
