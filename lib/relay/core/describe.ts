import type { Actor } from "@/lib/relay/core/caller";
import type { Step } from "@/lib/relay/core/step";
import { isoTime } from "@/lib/relay/core/time";
import { describeSession, publicRoster, supervisedEntry } from "@/lib/relay/core/view";
import type { RelayAccess, Roster, SessionDescription, SupervisedRoster } from "@sess.si/protocol";

/** What the session is for and who is there. Takes no place in it. */
export function describe({ state }: Step): SessionDescription {
  return describeSession(state);
}

/** Which role the caller has here. */
export function access(_step: Step, _input: object, actor: Actor): RelayAccess {
  return describeAccess(actor, "hot");
}

/** The same for a session in any state. */
export function describeAccess(actor: Actor, state: RelayAccess["session_state"]): RelayAccess {
  if (actor.role === "left") throw new TypeError("Who has left has no access.");
  return {
    role: actor.role,
    ...(actor.role === "participant" && { participant_id: actor.participantId }),
    ...(actor.role === "supervisor" && { token_id: actor.tokenId }),
    ...(actor.role === "join" && { expires_at: isoTime(actor.expiresAt) }),
    session_state: state,
  };
}

/** Supervision also sees how reachable everybody is. */
export function listParticipants({ state, now }: Step, _input: object, actor: Actor): Roster | SupervisedRoster {
  if (actor.role === "participant") return { roster: publicRoster(state) };
  return { roster: state.participants.map((participant) => supervisedEntry(state, participant, now)) };
}
