import type { Caller } from "@/lib/relay/core/caller";
import type { RelaySession } from "@/lib/relay/core/state";

/** The participant that a token stands for; null for every other token. */
export function participantOf({ credentials }: Pick<RelaySession, "credentials">, caller: Caller): string | null {
  const credential = caller.kind === "token" ? credentials.get(caller.digest) : undefined;
  return credential?.kind === "participant" ? credential.participantId : null;
}
