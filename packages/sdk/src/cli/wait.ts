import { connected } from "./connect.js";
import { parseWaitFlags } from "./flags.js";
import { follow } from "./follow.js";
import type { Io } from "./io.js";

/** Waits again for a question that was asked before. */
export async function wait(args: string[], io: Io): Promise<number> {
  const flags = parseWaitFlags(args);
  return connected(flags, io, async (sess) => {
    const detail = await sess.interactions.get(flags.id, { signal: io.signal });
    const { id, revision, state, expiresAt, extendedUntil } = detail;
    const openUntil = Date.parse(extendedUntil ?? expiresAt);
    return follow(sess, io, { id, revision, state, openUntil, which: flags, json: flags.json });
  });
}
