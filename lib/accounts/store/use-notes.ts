import type { Sql } from "postgres";

const INTERVAL_MS = 60_000;
const DELAY_MS = 1_000;

/** When each key was last used: written at most once a minute a key, and never on the way of a request. */
export function useNotes(sql: Sql, { intervalMs = INTERVAL_MS, delayMs = DELAY_MS } = {}) {
  const recent = new Set<string>();
  const unwritten = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const forget = setInterval(() => recent.clear(), intervalMs).unref();

  function note(keyId: string): void {
    if (recent.has(keyId)) return;
    recent.add(keyId);
    unwritten.add(keyId);
    timer ??= setTimeout(write, delayMs).unref();
  }

  function write(): void {
    timer = null;
    const ids = [...unwritten];
    unwritten.clear();
    // What is lost with a connection is written again at the key's next use.
    writing = sql`
      update api_keys set last_used_at = clock_timestamp()
      where id = any(${ids}) and (last_used_at is null or last_used_at <= clock_timestamp() - ${intervalMs} * interval '0.9 milliseconds')`
      .then(() => undefined)
      .catch(() => undefined);
  }

  async function close(): Promise<void> {
    clearInterval(forget);
    if (timer) {
      clearTimeout(timer);
      write();
    }
    await writing;
  }

  return { note, close };
}
