import type { Participant, Presence } from "@/lib/relay/core/participant";
import type { RelaySession } from "@/lib/relay/core/state";

type Clocked = Pick<
  RelaySession,
  "ended" | "deadlines" | "participants" | "config" | "rules" | "persistence" | "activeAt" | "hotSince"
>;

/** Something that time alone brings about; `id` is the command or the participant. */
export interface Due {
  type: "command" | "wait" | "slow" | "grace" | "stale" | "offline" | "idle" | "expiry";
  at: number;
  id: string;
}

/** When the host has to look again; null: time changes nothing. */
export function nextDeadline(session: Clocked): number | null {
  return nextDue(session, { stayHot: false })?.at ?? null;
}

/** The first thing that time brings about. `stayHot`: leave out what only pages a persisted session out of RAM. */
export function nextDue(session: Clocked, { stayHot }: { stayHot: boolean }): Due | null {
  if (session.ended) return null;
  let due: Due | null = null;
  const consider = (type: Due["type"], at: number | null, id = ""): void => {
    if (at !== null && (due === null || at < due.at)) due = { type, at, id };
  };
  const command = session.deadlines.first()?.value;
  if (command) consider("command", command.expiresAt, command.id);
  for (const participant of session.participants) considerOne(session, participant, consider);
  if (!stayHot || session.persistence === null) consider("idle", idleAt(session));
  consider("expiry", expiresAt(session));
  return due;
}

function considerOne(
  { config, hotSince, rules: { limits } }: Clocked,
  { id, presence, reach, online }: Participant,
  consider: (type: Due["type"], at: number | null, id: string) => void,
): void {
  const { wait, stream, offlineSince, connection, streamlessSince } = presence;
  if (wait !== null) consider("wait", wait.deadline, id);
  if (stream !== null) consider("slow", after(stream.stalledSince, limits.slow_socket_seconds), id);
  if (offlineSince !== null) consider("grace", after(offlineSince, config.offline_grace_seconds), id);
  if (reach === "mcp") {
    const isLoose = online && (connection === null || streamlessSince !== null);
    if (isLoose) consider("offline", after(silentSince(presence, hotSince), limits.push_offline_seconds), id);
  } else if (limits.rest_stale_seconds > 0) {
    consider("stale", after(silentSince(presence, hotSince), limits.rest_stale_seconds), id);
  }
}

function after(since: number | null, seconds: number): number | null {
  return since === null ? null : since + seconds * 1000;
}

/** Since when it has neither called nor listened, time out of RAM not counted; null while it listens. */
function silentSince(
  { wait, stream, lastSeenAt, lastWaitAt, streamlessSince }: Presence,
  hotSince: number,
): number | null {
  if (wait !== null || stream !== null) return null;
  return Math.max(lastSeenAt, lastWaitAt ?? 0, streamlessSince ?? 0, hotSince);
}

/** When the session leaves RAM. Open commands keep it, and, where RAM is all there is, so do those that listen. */
function idleAt({ deadlines, persistence, participants, activeAt, hotSince, config }: Clocked): number | null {
  if (deadlines.size > 0) return null;
  if (persistence === null && participants.some(({ presence }) => presence.wait !== null || presence.stream !== null))
    return null;
  return after(Math.max(activeAt, hotSince), config.idle_ttl_seconds);
}

/** When a persisted session ends; for `until_deleted` after long inactivity. */
export function expiresAt({ persistence, activeAt, rules }: Clocked): number | null {
  if (persistence === null) return null;
  return persistence.expiresAt ?? after(activeAt, rules.limits.until_deleted_ttl_seconds);
}
