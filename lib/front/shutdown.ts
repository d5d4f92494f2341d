import type { Front } from "@/lib/front/listener";
import type { ServedDatabase } from "@/lib/front/database";
import type { PagesChild } from "@/lib/front/pages-child";
import type { PagesProxy } from "@/lib/front/pages-proxy";
import type { Log } from "@/lib/log";
import type { Runtime } from "@/lib/runtime";

/** What is running, filled in while the server starts: a signal may come at any moment of it. */
export interface Running {
  front?: Front;
  opening?: Promise<ServedDatabase>;
  database?: ServedDatabase;
  runtime?: Runtime;
  child?: PagesChild;
  proxy?: PagesProxy;
  /** Ends the wait for the sample's answer, also one that has yet to begin. */
  sample?: AbortController;
}

const DRAIN_MS = 10_000;
/** npm passes on the Ctrl-C that the terminal has already sent to the whole group. */
const SAME_PRESS_MS = 1_000;

/** Ends the process in order at the first signal, at once at the second. */
export function endOnSignals(running: Running, log: Log): (code: number) => Promise<void> {
  let since = 0;
  const end = async (code: number): Promise<void> => {
    if (since > 0) return;
    since = performance.now();
    await stopAll(running).catch((error: unknown) => log.error({ err: error }, "did not stop in order"));
    process.exit(code);
  };
  const onSignal = (): void => {
    if (since === 0) {
      process.stdout.write("\nStopping: what was asked is answered first. Ctrl-C again stops at once.\n");
      return void end(0);
    }
    if (performance.now() - since < SAME_PRESS_MS) return;
    running.child?.stopNow();
    running.database?.stopNow();
    process.exit(1);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  process.on("SIGHUP", onSignal);
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "a fault nobody handled: ending");
    void end(1);
  });
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a failure nobody waited for"));
  return end;
}

async function stopAll({ front, opening, runtime, child, proxy, sample }: Running): Promise<void> {
  // Before the drain, from which on every wait ends at once.
  sample?.abort();
  const drained = front?.drain.run(DRAIN_MS);
  runtime?.drain();
  await drained;
  proxy?.close();
  await child?.stop();
  await runtime?.close();
  // A start that failed has stopped its database itself.
  const database = await opening?.catch(() => null);
  await database?.stop();
}
