import { readResponse } from "@/lib/ask/verbs/read-response";
import type { Asked } from "@/lib/ask/verbs/testing/questions";
import type { ResponseReply } from "@sess.si/protocol";

/** A call in flight, and whether it has come back. */
export function waitingCall({ agent, id }: Asked, query: Parameters<typeof readResponse>[2] = {}) {
  const call = { reply: null as ResponseReply["interaction"] | null, error: null as unknown };
  void readResponse(agent, id, query).then(
    ({ interaction: reply }) => (call.reply = reply),
    (error: unknown) => (call.error = error),
  );
  return call;
}
