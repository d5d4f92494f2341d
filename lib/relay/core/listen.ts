import { ackThrough, settleCall } from "@/lib/relay/core/acks";
import type { Actor } from "@/lib/relay/core/caller";
import type { Calls, WaitInput } from "@/lib/relay/core/calls";
import { handOut } from "@/lib/relay/core/hand-out";
import type { Inbox } from "@/lib/relay/core/inbox";
import type { Wait } from "@/lib/relay/core/participant";
import { refuseCount, refuseLength } from "@/lib/relay/core/refuse-size";
import { self } from "@/lib/relay/core/self";
import type { HandOut, Step } from "@/lib/relay/core/step";
import { RelayError } from "@sess.si/protocol";

/** Parks a wait; it is served, or times out, like every other one. */
export function wait(step: Step, input: WaitInput, actor: Actor): { waiting: true } {
  const participant = self(step, actor);
  checkNames(step, input.names ?? []);
  const { presence } = participant;
  if (presence.stream?.transport === "mcp")
    throw new RelayError("invalid_delivery_mode", "Your events are pushed to you; a wait would take them away.");
  if (presence.wait)
    throw new RelayError("wait_already_in_flight", "One wait at a time: drain instead, or let the other one end.");
  const { max_waits_per_session: max } = step.state.rules.limits;
  if (step.state.participants.filter((one) => one.presence.wait !== null).length >= max)
    throw new RelayError("too_many_waits", "Too many waits are open in this session.", { limit: max }, 1);

  settleCall(step, participant, input.cursor);
  presence.wait = newWait(step, input);
  presence.lastWaitAt = step.now;
  step.dirty.add(participant.id);
  return { waiting: true };
}

function checkNames({ state }: Step, names: readonly string[]): void {
  refuseCount(state.rules, "max_names", "/names", names);
  names.forEach((name, index) => refuseLength(state.rules, "max_name_length", `/names/${index}`, name));
}

function newWait(step: Step, { waitId, names, timeoutSeconds, maxSeconds, cursor, withSeq }: WaitInput): Wait {
  const seconds = Math.min(timeoutSeconds ?? step.state.rules.limits.default_wait_seconds, maxSeconds);
  return {
    id: waitId,
    names: names === null || names.length === 0 ? null : new Set(names),
    deadline: step.now + Math.round(seconds * 1000),
    timeoutSeconds: seconds,
    withSeq: withSeq || cursor !== null,
    checkedTo: 0,
  };
}

/** Whatever is there, at once. It never conflicts with a wait. */
export function drain(step: Step, { cursor }: { cursor: number | null }, actor: Actor): HandOut {
  const participant = self(step, actor);
  settleCall(step, participant, cursor);
  const maxMessages = step.state.rules.limits.max_drain_messages;
  return handOut(step, participant, { names: null, after: 0, maxMessages, stream: null });
}

/** Acknowledges without asking for more. */
export function ack(step: Step, { cursor }: { cursor: number }, actor: Actor): Calls["ack"]["reply"] {
  const participant = self(step, actor);
  const before = unsettled(participant.inbox);
  ackThrough(step, participant, cursor);
  return { acked: before - unsettled(participant.inbox) };
}

function unsettled({ pending, out, returned }: Inbox): number {
  return pending.size + out.size + returned.size;
}
