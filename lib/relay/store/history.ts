import type { HistoryPage, HistoryQuery, HistoryRow } from "@/lib/relay/journal";
import type { Detail } from "@/lib/relay/store/claim";
import type { Sql } from "postgres";

/** A page ends where its payloads get too many bytes, but has one row at least. `found` is how many there were. */
function pageStatement(order: "asc" | "desc"): string {
  return `
    select seq::float8 as seq, at::float8 as at, name, payload, detail, found::float8 as found from (
      select *, count(*) over () as found,
        sum(bytes) over (order by seq ${order} rows between unbounded preceding and current row) - bytes as before
      from (
        select * from relay_events
        where session_id = $1 and seq > $2 and seq < $3
          and ($4::text is null or name = $4) and ($5::text is null or strpos(detail, $5) > 0)
        order by seq ${order} limit $6
      ) page
    ) sized
    where before < $7 order by seq ${order}`;
}

const PAGES = { asc: pageStatement("asc"), desc: pageStatement("desc") };

interface Row extends Pick<HistoryRow, "seq" | "at" | "name" | "payload"> {
  detail: string;
  found: number;
}

/** Reads a page of a session's journal without a look at who may see it. */
export async function readHistory(sql: Sql, sessionId: string, query: HistoryQuery): Promise<HistoryPage> {
  const { after_seq = 0, before_seq = Number.MAX_SAFE_INTEGER, kind = null, participant_id, limit, order } = query;
  // A first, coarse look: the host compares.
  const whom = participant_id === undefined ? null : JSON.stringify(participant_id);
  const bounds = [sessionId, after_seq, before_seq, kind, whom, limit + 1, query.maxBytes];
  const found = await sql.unsafe<Row[]>(PAGES[order], bounds, { prepare: true });
  const rows = found.slice(0, limit).map(readRow);
  return { rows, hasMore: (found[0]?.found ?? 0) > rows.length };
}

function readRow({ seq, at, name, payload, detail }: Row): HistoryRow {
  const { to, actor, author, privateTo } = JSON.parse(detail) as Detail;
  return { seq, at, name, payload, to, actor, author, privateTo };
}
