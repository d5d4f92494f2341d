import type { Command } from "@/lib/relay/core/command";
import { wasHanded } from "@/lib/relay/core/inbox";
import { findParticipant, type RelaySession } from "@/lib/relay/core/state";
import type { RelayEventName } from "@sess.si/protocol";

/** What an event is about, as far as its audience depends on it. */
export interface About {
  /** The participant that joined, changed, left or replied. */
  subject?: string;
  command?: Command;
  /** `all` or one participant. */
  target?: string;
}

type Session = Pick<RelaySession, "participants">;

type Audience = (session: Session, about: About) => readonly string[];

const nobody: Audience = () => [];

const everyone: Audience = (session) => session.participants.map(({ id }) => id);

const others: Audience = (session, { subject }) => everyone(session, {}).filter((id) => id !== subject);

const recipients: Audience = (session, { command }) => present(session, command?.recipients);

const sender: Audience = (session, { command }) => present(session, command && [command.senderId]);

/** A result is for the sender; once it is gone, those who answered learn that nobody will read it. */
const senderElseResponders: Audience = (session, about) => {
  const there = sender(session, about);
  return there.length > 0
    ? there
    : present(
        session,
        about.command?.answers.map((answer) => answer.participantId),
      );
};

/** Whoever was never handed the command is not told to stop it. */
const handedNonResponders: Audience = (session, { command }) =>
  (command?.recipients ?? []).filter((id, index) => {
    const participant = findParticipant(session, id);
    const seq = command?.inboxSeqs[index];
    if (!participant || seq === undefined || !wasHanded(participant.inbox, seq)) return false;
    return !command?.answers.some((answer) => answer.participantId === id);
  });

const targets: Audience = (session, about) =>
  about.target === "all" ? everyone(session, about) : present(session, about.target ? [about.target] : []);

/** Replies to a private note are for supervision only. */
const othersUnlessPrivate: Audience = (session, about) => (about.target === "all" ? others(session, about) : []);

/** Event × recipient. The firehose gets everything. */
export const AUDIENCE: Record<RelayEventName, Audience> = {
  "participant.joined": others,
  "participant.updated": others,
  "participant.left": others,
  "command.received": recipients,
  "result.received": sender,
  "command.completed": senderElseResponders,
  "command.cancelled": handedNonResponders,
  "session.purpose_updated": everyone,
  "session.ended": everyone,
  // Attached WebSockets and open waits get a frame that is in no inbox.
  "session.cold": nobody,
  "supervisor.note": targets,
  "supervisor.note_reply": othersUnlessPrivate,
  buffer_evicted: nobody,
};

function present(session: Session, ids: readonly string[] = []): readonly string[] {
  return ids.filter((id) => findParticipant(session, id) !== undefined);
}
