import type { Actor, Caller } from "@/lib/relay/core/caller";
import { describeAccess } from "@/lib/relay/core/describe";
import { concerns, isVisibleTo } from "@/lib/relay/core/history";
import { noSession, notWritten } from "@/lib/relay/host/refusals";
import type { Sessions } from "@/lib/relay/host/sessions";
import type { HistoryRow, StoredDoor } from "@/lib/relay/journal";
import { type EventsPage, type EventsQuery, type RelayAccess, RelayError } from "@sess.si/protocol";

type State = EventsPage["session_state"];

/** Which role the caller has, wherever the session is. */
export async function readAccess(sessions: Sessions, sessionId: string, caller: Caller): Promise<RelayAccess> {
  const hot = await sessions.settled(sessionId, caller);
  if (hot) return hot.lane.call<"access">({ type: "access", caller });
  const door = await doorOf(sessions, sessionId);
  return describeAccess(sessions.admit(door, caller, "access"), "cold");
}

/** A page of the history as JSON text: payloads as they came. */
export async function readEvents(
  sessions: Sessions,
  sessionId: string,
  { caller, query }: { caller: Caller; query: EventsQuery },
): Promise<{ json: string }> {
  const hot = await sessions.settled(sessionId, caller);
  if (hot) {
    const actor = await hot.lane.call<"permit">({ type: "permit", caller, operation: "get_events" });
    if (!hot.isKept) throw new RelayError("no_history", "This session is in memory only and keeps no history.");
    return page(sessions, sessionId, { actor, query, state: "hot" });
  }
  const door = await doorOf(sessions, sessionId);
  if (door.ended) {
    refuseStrangers(sessions, door, caller);
    return { json: pageText([], { state: "ended", next: null, hasMore: false }) };
  }
  return page(sessions, sessionId, { actor: sessions.admit(door, caller, "get_events"), query, state: "cold" });
}

async function doorOf(sessions: Sessions, sessionId: string): Promise<StoredDoor> {
  const door = await sessions.readDoor(sessionId);
  if (door === null) throw noSession();
  return door;
}

/** Of a session that is over only its holders are told that it was. */
function refuseStrangers(sessions: Sessions, door: StoredDoor, caller: Caller): void {
  try {
    if (sessions.admit({ ...door, ended: null }, caller, "get_events").role !== "participant") return;
  } catch {
    // Said below, alike for everybody.
  }
  throw noSession();
}

async function page(
  sessions: Sessions,
  sessionId: string,
  { actor, query, state }: { actor: Actor; query: EventsQuery; state: State },
): Promise<{ json: string }> {
  const { journal, rules } = sessions.options;
  if (journal === null) throw noSession();
  const { default_events_page, max_events_page, max_drain_bytes: maxBytes } = rules.limits;
  const limit = Math.min(query.limit ?? default_events_page, max_events_page);
  const asked = { ...query, limit, order: query.order ?? "asc", maxBytes } as const;
  const { rows, hasMore } = await journal.readHistory(sessionId, asked).catch(() => {
    throw notWritten();
  });
  const { participant_id: whom } = query;
  const shown = rows.filter((row) => isVisibleTo(actor, row) && (whom === undefined || concerns(row, whom)));
  return { json: pageText(shown, { state, next: rows.at(-1)?.seq ?? null, hasMore }) };
}

function pageText(
  rows: readonly HistoryRow[],
  { state, next, hasMore }: { state: State; next: number | null; hasMore: boolean },
): string {
  const events = rows.map(rowText).join(",");
  return `{"events":[${events}],"session_state":"${state}","next_after_seq":${next},"has_more":${hasMore}}`;
}

function rowText({ seq, name, payload, at, to, author }: HistoryRow): string {
  const ids = JSON.stringify(to.map(({ participantId }) => participantId));
  const by = author === null ? "" : `,"author":${JSON.stringify(author)}`;
  return `{"seq":${seq},"name":"${name}","payload":${payload},"ts_ms":${at},"to":${ids}${by}}`;
}
