import type { RelayEvent } from "@/lib/relay/core/event";
import type { Effect } from "@/lib/relay/core/step";
import { withTimeLeft } from "@/lib/relay/host/render";
import type { HistoryRow } from "@/lib/relay/journal";
import { RELAY_EVENT_NAMES } from "@sess.si/protocol";

const ON_THE_WIRE = new Set<string>(RELAY_EVENT_NAMES);

/** An event as supervision sees it; null for one that is on no wire. */
export function eventFrame(event: Pick<RelayEvent, keyof HistoryRow>, now: number): string | null {
  const { name, seq, at, author } = event;
  if (!ON_THE_WIRE.has(name)) return null;
  const payload = name === "command.received" ? withTimeLeft(event.payload, now) : event.payload;
  const to = JSON.stringify(event.to.map(({ participantId }) => participantId));
  const by = author === null ? "" : `,"author":${JSON.stringify(author)}`;
  return `{"name":"${name}","payload":${payload},"seq":${seq},"ts_ms":${at},"to":${to}${by}}`;
}

/** How far a note or a command has got: no event of the session, so it has no number and is in no history. */
export function deliveryFrame({ ref, participantId, state }: Effect & { type: "delivery" }, now: number): string {
  const payload = { ref, participant_id: participantId, state, ts_ms: now };
  return `{"name":"delivery.updated","payload":${JSON.stringify(payload)},"seq":null,"ts_ms":${now}}`;
}
