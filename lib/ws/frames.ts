import { AckFrame, type HelloFrame, type InboxGap } from "@sess.si/protocol";

/** The first frame for a peer that speaks the subprotocol. */
export function helloText({ lastSeq, gap }: { lastSeq: number; gap: InboxGap | null }): string {
  const payload = { last_seq: lastSeq, ...(gap !== null && { gap }) };
  return JSON.stringify({ name: "relay.hello", payload, seq: null } satisfies HelloFrame);
}

/** The cursor of the one frame that a participant may send; null for anything else. */
export function readAck(text: string): number | null {
  const parsed = AckFrame.safeParse(parsedJson(text));
  return parsed.success ? parsed.data.ack : null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
