import type { JournalEntry } from "@/lib/relay/journal";

/**
 * Everything that a group of sessions came to, each of them whole or not at all: who is no longer the holder of its
 * session moves nothing. Returns the ids that moved.
 */
export const COMMIT = `
  with entry as (
    select * from json_to_recordset($1::json) as entry(
      id text, fence bigint, seq bigint, door text, handed_to text, bytes bigint, expires_at bigint,
      deadline_at bigint, snapshot text, is_last boolean, ended_at bigint, ended_reason text)
  ), moved as (
    update relay_sessions s set
      seq = entry.seq,
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
    where s.id = entry.id and s.fence = entry.fence and s.ended_at is null
    returning s.id, entry.seq, entry.snapshot
  ), written as (
    insert into relay_events (session_id, seq, at, name, payload, bytes, detail)
    select event.session_id, event.seq, event.at, event.name, event.payload, event.bytes, event.detail
    from json_to_recordset($2::json) as event(
      session_id text, seq bigint, at bigint, name text, payload text, bytes int, detail text)
    join moved on moved.id = event.session_id
  ), change as (
    select change.* from json_to_recordset($3::json) as change(
      session_id text, participant_id text, seq bigint, event_seq bigint, held boolean, type text)
    join moved on moved.id = change.session_id
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
    delete from relay_inbox i using json_to_recordset($4::json) as gone(session_id text, participant_id text), moved
    where moved.id = gone.session_id and i.session_id = gone.session_id and i.participant_id = gone.participant_id
  ), snapped as (
    insert into relay_snapshots (session_id, seq, state)
    select id, seq, snapshot from moved where snapshot is not null
    on conflict (session_id) do update set seq = excluded.seq, state = excluded.state
  )
  select id from moved`;

/** The statement's parameters. */
export function commitInput(entries: readonly JournalEntry[]): string[] {
  return [
    JSON.stringify(entries.map(entryRow)),
    JSON.stringify(entries.flatMap(eventRows)),
    JSON.stringify(entries.flatMap(inboxRows)),
    JSON.stringify(entries.flatMap(departedRows)),
  ];
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
  };
}

function eventRows({ sessionId, events }: JournalEntry) {
  return events.map(({ seq, at, name, payload, bytes, to, actor, author, privateTo, change }) => ({
    session_id: sessionId,
    seq,
    at,
    name,
    payload,
    bytes,
    detail: JSON.stringify({ to, actor, author, privateTo, change }),
  }));
}

function inboxRows({ sessionId, inbox }: JournalEntry) {
  return [...inbox.values()].map(({ participantId, seq, type, eventSeq, held }) => ({
    session_id: sessionId,
    participant_id: participantId,
    seq,
    event_seq: eventSeq,
    held,
    type,
  }));
}

function departedRows({ sessionId, departed }: JournalEntry) {
  return departed.map((participantId) => ({ session_id: sessionId, participant_id: participantId }));
}
