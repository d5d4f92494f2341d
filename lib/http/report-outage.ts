import type { Log } from "@/lib/http/ports";
import { isProtocolError } from "@sess.si/protocol";

/** Often enough to see how long it lasts, seldom enough that an outage under load does not fill the disk. */
const PAUSE_MS = 10_000;

interface Told {
  at: number;
  /** Refused since then. */
  since: number;
}

const toldTo = new WeakMap<object, Told>();

/** Leaves a trace of a call that was refused because the database is away: of the first at once, then of many together. */
export function reportOutage(log: Pick<Log, "error">, error: unknown): void {
  if (!isProtocolError(error) || error.code !== "unavailable") return;
  const { databaseCode, databaseMessage } = error.details ?? {};
  if (databaseCode === undefined) return;
  const now = Date.now();
  const told = toldTo.get(log);
  if (told !== undefined && now - told.at < PAUSE_MS) {
    told.since += 1;
    return;
  }
  toldTo.set(log, { at: now, since: 0 });
  const alsoRefused = told?.since ?? 0;
  log.error({ databaseCode, databaseMessage, alsoRefused }, "the database is away: a call was refused");
}
