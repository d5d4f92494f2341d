import { connectionOptions } from "@/db/client";
import { openPostgres } from "@/db/postgres";
import type { Signals, Watch } from "@/lib/ask/ports";
import { WAKE_UPS, wokenBy } from "@/lib/ask/store/channel";

type Ending = Awaited<ReturnType<Watch["next"]>>;

interface Watcher {
  /** A wake-up came that no `next` has reported yet. */
  missed: boolean;
  wake: ((ending: Ending) => void) | null;
}

export interface PostgresSignals extends Signals {
  /** Resolves once the database is being listened to; a wake-up before that is made up for. */
  listening: Promise<void>;
  close(): Promise<void>;
}

/** Wake-ups by LISTEN on one connection of its own. Whenever it had to be renewed, everybody reads again. */
export function createSignals(url: string): PostgresSignals {
  const watchers = new Map<string, Set<Watcher>>();
  let draining = false;
  const sql = openPostgres(url, { ...connectionOptions("sess listener"), max: 1, fetch_types: false });
  const onWakeUp = (payload: string) => {
    for (const id of wokenBy(payload)) notify(watchers.get(id) ?? []);
  };
  const listening = new Promise<void>((resolve) => {
    const onListening = () => {
      for (const group of watchers.values()) notify(group);
      resolve();
    };
    // The driver keeps trying; a failure shows as a late `onListening`.
    sql.listen(WAKE_UPS, onWakeUp, onListening).catch(() => undefined);
  });
  return {
    listening,
    watch(interactionId) {
      const watcher: Watcher = { missed: false, wake: null };
      const group = watchers.get(interactionId) ?? new Set();
      watchers.set(interactionId, group.add(watcher));
      return {
        next: (timeoutMs, signal) => (draining ? Promise.resolve("draining") : next(watcher, timeoutMs, signal)),
        close() {
          watcher.wake?.("aborted");
          group.delete(watcher);
          if (group.size === 0 && watchers.get(interactionId) === group) watchers.delete(interactionId);
        },
      };
    },
    drain() {
      draining = true;
      for (const group of watchers.values()) for (const watcher of group) watcher.wake?.("draining");
    },
    close: () => sql.end({ timeout: 1 }),
  };
}

function notify(group: Iterable<Watcher>): void {
  for (const watcher of group) {
    if (watcher.wake) watcher.wake("changed");
    else watcher.missed = true;
  }
}

function next(watcher: Watcher, timeoutMs: number, signal: AbortSignal): Promise<Ending> {
  if (signal.aborted) return Promise.resolve("aborted");
  if (watcher.missed) {
    watcher.missed = false;
    return Promise.resolve("changed");
  }
  if (timeoutMs <= 0) return Promise.resolve("timeout");
  return new Promise((resolve) => {
    const end = (ending: Ending) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      watcher.wake = null;
      resolve(ending);
    };
    const onAbort = () => end("aborted");
    const timer = setTimeout(() => end("timeout"), Math.min(timeoutMs, LONGEST_TIMER));
    signal.addEventListener("abort", onAbort);
    watcher.wake = end;
  });
}

const LONGEST_TIMER = 2 ** 31 - 1;
