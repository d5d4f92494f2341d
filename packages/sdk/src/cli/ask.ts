import type { SessClient } from "../client.js";
import type { Created } from "../interactions/create.js";
import { requireLifetime } from "../interactions/arguments.js";
import { connected } from "./connect.js";
import { EXIT } from "./exit-codes.js";
import { parseAskFlags, type AskFlags } from "./flags.js";
import { follow } from "./follow.js";
import type { Io } from "./io.js";
import { interactionOf } from "./question.js";
import { showLink } from "./show-link.js";

/** Asks, shows the link, waits, and prints the verified answer. */
export async function ask(args: string[], io: Io): Promise<number> {
  const flags = parseAskFlags(args);
  requireLifetime(flags.expiresIn);
  const details = flags.details === "-" ? (await io.readStdin()).trimEnd() : flags.details;
  const interaction = interactionOf({ ...flags, ...(details === undefined ? {} : { details }) });
  return connected(flags, io, async (sess) => {
    const created = await create(sess, { interaction, flags, signal: io.signal });
    if (!flags.wait) return leave(io, flags, created);
    showLink(io, created.humanUrl, flags.qr);
    const { id, revision, state } = created;
    const openUntil = Date.parse(created.expiresAt);
    return follow(sess, io, { id, revision, state, openUntil, which: flags, json: flags.json });
  });
}

function create(
  sess: SessClient,
  {
    interaction,
    flags,
    signal,
  }: { interaction: ReturnType<typeof interactionOf>; flags: AskFlags; signal: AbortSignal },
): Promise<Created> {
  const expiresIn = flags.expiresIn === undefined ? {} : { expiresIn: flags.expiresIn };
  return sess.interactions.create({ interaction, ...expiresIn }, { signal });
}

function leave(io: Io, { json }: AskFlags, created: Created): number {
  io.stdout.write(json ? `${JSON.stringify(created)}\n` : `${created.humanUrl}\n${created.id}\n`);
  return EXIT.answered;
}
