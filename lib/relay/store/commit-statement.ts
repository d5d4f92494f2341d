import type { RelayEvent } from "@/lib/relay/core/event";
import type { InboxChange, JournalEntry } from "@/lib/relay/journal";

/**
 * Everything that a group of sessions came to, each of them whole or not at all: who is no longer the holder of its
 * session moves nothing. What a session wrote lies in its own entry, so nothing has to be matched. Returns the ids that
 * moved.
 */
export const COMMIT = `
  with entry as (
    select * from json_to_recordset($1::text::json) as entry(
      id text, fence bigint, seq bigint, door text, handed_to text, bytes bigint, expires_at bigint,
      deadline_at bigint, snapshot text, is_last boolean, ended_at bigint, ended_reason text,
      events json, inbox json, departed json)
  ), moved as (
    update relay_sessions s set
      seq = entry.seq,
      -- Of a session that is over nobody is the holder.
      fence = case when entry.ended_at is null then s.fence else s.fence + 1 end,
      door = coalesce(entry.door, s.door),
      handed_to = coalesce(entry.handed_to, s.handed_to),
      bytes = s.bytes + entry.bytes,
      expires_at = case
        when abs(s.expires_at - entry.expires_at) < 60000 then s.expires_at else entry.expires_at end,
      deadline_at = entry.deadline_at,
      is_clean = entry.is_last,
      ended_at = entry.ended_at,
      ended_reason = entry.ended_reason
    from entry
    where s.id = entry.id and s.fence = entry.fence
    returning s.id, entry.seq, entry.snapshot, entry.events, entry.inbox, entry.departed
  ), written as (
    insert into relay_events (session_id, seq, at, name, payload, bytes, detail)
    select moved.id, event.seq, event.at, event.name, event.payload, event.bytes, event.detail
    from moved cross join lateral json_to_recordset(moved.events) as event(
      seq bigint, at bigint, name text, payload text, bytes int, detail text)
  ), change as (
    select moved.id as session_id, change.* from moved cross join lateral json_to_recordset(moved.inbox) as change(
      participant_id text, seq bigint, event_seq bigint, held boolean, type text)
  ), added as (
    insert into relay_inbox (session_id, participant_id, seq, event_seq, held)
    select session_id, participant_id, seq, event_seq, held from change where type = 'add'
  ), marked as (
    update relay_inbox i set held = change.held from change
    where change.type = 'mark' and i.session_id = change.session_id
      and i.participant_id = change.participant_id and i.seq = change.seq
  ), dropped as (
    delete from relay_inbox i using change
    where change.type = 'drop' and i.session_id = change.session_id
      and i.participant_id = change.participant_id and i.seq = change.seq
  ), departed as (
    -- Materialised by its offset, or else every row of the session would be looked at, departed or not.
    delete from relay_inbox i using (
      select moved.id as session_id, gone.id from moved
      cross join lateral json_array_elements_text(moved.departed) gone(id) offset 0
    ) gone
    where i.session_id = gone.session_id and i.participant_id = gone.id
  ), snapped as (
    insert into relay_snapshots (session_id, seq, state)
    select id, seq, snapshot from moved where snapshot is not null
    on conflict (session_id) do update set seq = excluded.seq, state = excluded.state
  )
  select id from moved`;

/** The statement's parameter. */
export function commitInput(entries: readonly JournalEntry[]): string {
  return JSON.stringify(entries.map(entryRow));
}

function entryRow(entry: JournalEntry) {
  const { sessionId, fence, seq, door, handedTo, bytes, expiresAt, deadlineAt, snapshot, isLast, ended } = entry;
  return {
    id: sessionId,
    fence,
    seq,
    door,
    handed_to: handedTo === null ? null : JSON.stringify(handedTo),
    bytes,
    expires_at: expiresAt,
    deadline_at: deadlineAt,
    snapshot,
    is_last: isLast,
    ended_at: ended?.at ?? null,
    ended_reason: ended?.reason ?? null,
    events: entry.events.map(eventRow),
    inbox: [...entry.inbox.values()].map(inboxRow),
    departed: entry.departed,
  };
}

function eventRow({ seq, at, name, payload, bytes, to, actor, author, privateTo, change }: RelayEvent) {
  return { seq, at, name, payload, bytes, detail: JSON.stringify({ to, actor, author, privateTo, change }) };
}

function inboxRow({ participantId, seq, type, eventSeq, held }: InboxChange) {
  return { participant_id: participantId, seq, event_seq: eventSeq, held, type };
}
