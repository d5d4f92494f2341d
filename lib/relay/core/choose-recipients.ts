import type { SendInput } from "@/lib/relay/core/calls";
import type { Participant } from "@/lib/relay/core/participant";
import type { RelaySession } from "@/lib/relay/core/state";
import type { Step } from "@/lib/relay/core/step";
import { isListening } from "@/lib/relay/core/view";
import { type DispatchTarget, RelayError, type Skipped } from "@sess.si/protocol";

export interface Choice {
  recipients: string[];
  skipped: Skipped[];
  /** Where the round robin of `any` now stands. */
  rotation: { key: string; no: number } | null;
}

/** Who gets a command. `specific` is all or nothing; the others pass over who cannot take it, and say so. */
export function chooseRecipients(step: Step, sender: Participant, { dispatch, target }: SendInput): Choice {
  if (dispatch === "specific") return chooseNamed(step.state, sender, target.participant_ids ?? []);
  const matching = step.state.participants.filter((one) => one.id !== sender.id && matches(one, target));
  const eligible = dispatch === "any" ? matching.filter(({ online }) => online) : matching;
  if (eligible.length === 0) return { recipients: [], skipped: [], rotation: null };
  const active = eligible.filter(({ paused }) => !paused);
  if (active.length === 0) throw pausedError(eligible);
  const free = active.filter((one) => !isFull(step.state, sender, one));
  return dispatch === "all" ? chooseAll(eligible, active, free) : chooseOne(step, target, { active, free });
}

function chooseNamed(session: RelaySession, sender: Participant, ids: readonly string[]): Choice {
  const recipients = [...new Set(ids)];
  if (recipients.includes(sender.id))
    throw new RelayError("invalid_targets", "You cannot send a command to yourself.", { unknown: [] });
  const found = session.participants.filter(({ id }) => recipients.includes(id));
  const unknown = recipients.filter((id) => !found.some((one) => one.id === id));
  if (unknown.length > 0)
    throw new RelayError("invalid_targets", "There are no such participants in this session.", { unknown });
  const paused = found.filter((one) => one.paused);
  if (paused.length > 0) throw pausedError(paused);
  const full = found.filter((one) => isFull(session, sender, one)).map(({ id }) => id);
  if (full.length > 0)
    throw new RelayError("rate_limited", "They have too many of your commands unread.", { queue_full: full }, 1);
  return { recipients, skipped: [], rotation: null };
}

/** Role and capability, where both are given; to the letter. */
function matches({ role, capabilities }: Participant, target: DispatchTarget): boolean {
  if (target.role && role !== target.role) return false;
  return !target.capability || capabilities.includes(target.capability);
}

function isFull({ rules }: RelaySession, sender: Participant, { inbox }: Participant): boolean {
  return (inbox.queuedBy.get(sender.id) ?? 0) >= rules.limits.max_queued_commands_per_pair;
}

function chooseAll(eligible: Participant[], active: Participant[], free: Participant[]): Choice {
  const skipped = eligible
    .filter((one) => !free.includes(one))
    .map(({ id, paused }): Skipped => ({ participant_id: id, reason: paused ? "paused" : "queue_full" }));
  return { recipients: active.filter((one) => free.includes(one)).map(({ id }) => id), skipped, rotation: null };
}

/** The next one in the order of joining, first among those that listen: being online means little over REST. */
function chooseOne(
  step: Step,
  { role, capability }: DispatchTarget,
  { active, free }: { active: Participant[]; free: Participant[] },
): Choice {
  if (free.length === 0) {
    const skipped = active.map(({ id }): Skipped => ({ participant_id: id, reason: "queue_full" }));
    return { recipients: [], skipped, rotation: null };
  }
  const listening = free.filter((one) => isListening(step.state, one, step.now));
  const preferred = listening.length > 0 ? listening : free;
  const key = JSON.stringify([role || null, capability || null]);
  const last = step.state.rotation.get(key) ?? 0;
  const next = preferred.find(({ no }) => no > last) ?? preferred[0];
  if (!next) throw new TypeError("Nobody is left to choose from.");
  return { recipients: [next.id], skipped: [], rotation: { key, no: next.no } };
}

function pausedError(participants: readonly Participant[]): RelayError {
  const paused = participants.map(({ id }) => id);
  return new RelayError("participant_paused", "A supervisor has halted them.", { paused });
}
