import type { RelayCtx } from "@/lib/relay/ports";
import { call } from "@/lib/relay/verbs/call";
import type { Roster, SupervisedRoster } from "@sess.si/protocol";

/** `GET …/participants`. Who supervises also sees how reachable each one is. */
export async function listParticipants(ctx: RelayCtx, sessionId: string): Promise<Roster | SupervisedRoster> {
  return call(ctx, sessionId, "list_participants", {});
}
