import { restore, type Stored } from "@/lib/relay/core/restore";
import type { Rules } from "@/lib/relay/core/rules";
import type { RelaySession } from "@/lib/relay/core/state";

/** A session as its journal has it. Its last event shows that it was awake later than its snapshot says. */
export function revive(stored: Stored, rules: Rules, now: number): RelaySession {
  let lastAt = 0;
  const events = [...stored.events];
  for (const { at } of events) lastAt = Math.max(lastAt, at);
  const state = restore({ ...stored, events }, rules, now);
  return lastAt > state.activeAt ? { ...state, activeAt: lastAt } : state;
}
