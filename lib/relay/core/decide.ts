import { authorize } from "@/lib/relay/core/authorize";
import type { Actor, Caller } from "@/lib/relay/core/caller";
import type { Calls, CallType } from "@/lib/relay/core/calls";
import { HANDLERS } from "@/lib/relay/core/handlers";
import type { RelayEvent } from "@/lib/relay/core/event";
import { runDue } from "@/lib/relay/core/expire";
import type { Operation } from "@/lib/relay/core/operations";
import { comeBack, noteCall } from "@/lib/relay/core/presence";
import { REACTIONS } from "@/lib/relay/core/reactions";
import { settle } from "@/lib/relay/core/settle";
import type { Signals, SignalType } from "@/lib/relay/core/signals";
import type { RelaySession } from "@/lib/relay/core/state";
import { beginStep, type Effect, fork, type Step } from "@/lib/relay/core/step";
import { isRelayError, type RelayError } from "@sess.si/protocol";

export type Call<T extends CallType = CallType> = { [N in T]: { type: N; caller: Caller } & Calls[N]["input"] }[T];

export type Signal<T extends SignalType = SignalType> = { [N in T]: { type: N } & Signals[N] }[T];

/** What a command came to. The state is the new one even where the call was refused: time has passed. */
export interface Decision<R> {
  state: RelaySession;
  /** To be committed, in order, before anything else of this is seen. */
  events: readonly RelayEvent[];
  effects: readonly Effect[];
  reply: R;
}

export type Reply<T extends CallType> = { ok: true; value: Calls[T]["reply"] } | { ok: false; error: RelayError };

/** Decides a call of somebody. A refused call leaves no event and no effect of its own. */
export function decide<T extends CallType>(session: RelaySession, call: Call<T>, now: number): Decision<Reply<T>> {
  const step = beginStep(session, now);
  runDue(step, { stayHot: true });
  const due = { events: step.events.length, effects: step.effects.length };
  let settled: RelaySession | null = null;
  try {
    const operation: Operation = call.type === "permit" ? (call as Call<"permit">).operation : (call.type as Operation);
    const actor = authorize(step.state, call.caller, operation, now);
    noteCall(step, actor, operation);
    settled = fork(step);
    if (operation !== "leave") comeBack(step, actor);
    const value = handle(step, call, actor);
    settle(step);
    // A wait of no time is over at once.
    if (call.type === "wait") runDue(step, { stayHot: true });
    return outcome(step, { ok: true, value });
  } catch (error) {
    if (!isRelayError(error)) throw error;
    const { events, effects } = step;
    return {
      state: settled ?? step.state,
      events: events.slice(0, due.events),
      effects: effects.slice(0, due.effects),
      reply: { ok: false, error },
    };
  }
}

function handle<T extends CallType>(step: Step, call: Call<T>, actor: Actor): Calls[T]["reply"] {
  // TypeScript cannot see that a call's handler is the one of its own type.
  const handler = HANDLERS[call.type] as (step: Step, input: Call<T>, actor: Actor) => Calls[T]["reply"];
  return handler(step, call, actor);
}

/** Takes in what the host reports, and what time has brought about. */
export function react<T extends SignalType>(session: RelaySession, signal: Signal<T>, now: number): Decision<null> {
  const step = beginStep(session, now);
  const isTick = signal.type === "tick";
  runDue(step, { stayHot: !isTick });
  if (!isTick && !step.state.ended) {
    const reaction = REACTIONS[signal.type] as (step: Step, input: Signal<T>) => void;
    reaction(step, signal);
    settle(step);
  }
  return outcome(step, null);
}

function outcome<R>({ state, events, effects }: Step, reply: R): Decision<R> {
  return { state, events, effects, reply };
}
