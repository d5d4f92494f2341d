import type { Actor } from "@/lib/relay/core/caller";
import type { Step } from "@/lib/relay/core/step";
import { RelayError } from "@sess.si/protocol";

/** Opens a stream of everything. It is in no roster, and ends with the token it came with. */
export function openFirehose(step: Step, { firehoseId }: { firehoseId: string }, actor: Actor): { opened: true } {
  const { max_firehoses: max } = step.state.rules.limits;
  if (step.state.firehoses.size >= max)
    throw new RelayError("rate_limited", `The session has its ${max} firehoses.`, { limit: max }, 1);
  step.state.firehoses = step.state.firehoses.set(firehoseId, { digest: digestOf(step, actor) });
  return { opened: true };
}

/** Only a supervisor's token can be revoked while the session goes on. */
function digestOf({ state }: Step, actor: Actor): string | null {
  if (actor.role !== "supervisor") return null;
  for (const { key: digest, value: credential } of state.credentials)
    if (credential.kind === "supervisor" && credential.tokenId === actor.tokenId) return digest;
  return null;
}

export function closeFirehose(step: Step, { firehoseId }: { firehoseId: string }): void {
  step.state.firehoses = step.state.firehoses.delete(firehoseId);
}
