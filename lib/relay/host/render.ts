import type { HandOut, Message, WaitResult } from "@/lib/relay/core/step";

/** Payloads that are only in the journal, by the number of their event. */
export type Payloads = ReadonlyMap<number, string>;

const NONE: Payloads = new Map();
/** Behind the payload of a `command.received` the core puts its deadline, always this long. */
const EXPIRES_AT = /"expires_at":"([\d:.TZ-]{24})"\}$/;

/** A message as a frame of a stream. Payloads are the text that came in: nothing of it is parsed or printed again. */
export function frameText(message: Message, now: number, payloads: Payloads = NONE): string {
  return messageText(message, message.seq, now, payloads);
}

/** The JSON text of a wait's reply. Without a cursor it shows no numbers, as the contract has it. */
export function waitText(result: WaitResult, now: number, payloads: Payloads = NONE): string {
  const { timedOut, timeoutSeconds, withSeq } = result;
  const batch = batchText(result, now, withSeq, payloads);
  return `${batch},"timed_out":${timedOut},"effective_timeout_seconds":${timeoutSeconds}}`;
}

/** The JSON text of a drain's reply. */
export function drainText(handed: HandOut, now: number, payloads: Payloads = NONE): string {
  return `${batchText(handed, now, true, payloads)}}`;
}

/** The events whose payloads have to be read before a hand-out can be rendered. */
export function missingPayloads(messages: readonly Message[]): number[] {
  return messages.flatMap(({ payload, eventSeq }) => (payload === null && eventSeq !== null ? [eventSeq] : []));
}

function batchText({ messages, hasMore, gap }: HandOut, now: number, withSeq: boolean, payloads: Payloads): string {
  const texts = messages.map((message) => messageText(message, withSeq ? message.seq : null, now, payloads));
  const more = hasMore ? ',"has_more":true' : "";
  return `{"messages":[${texts.join(",")}]${more}${gap === null ? "" : `,"gap":${JSON.stringify(gap)}`}`;
}

function messageText(message: Message, seq: number | null, now: number, payloads: Payloads): string {
  const { name, redelivered, eventSeq } = message;
  const payload = message.payload ?? payloads.get(eventSeq ?? 0);
  if (payload === undefined) throw new Error(`The payload of event ${eventSeq} is nowhere.`);
  const body = name === "command.received" ? withTimeLeft(payload, now) : payload;
  return `{"name":"${name}","payload":${body},"seq":${seq}${redelivered ? ',"redelivered":true' : ""}}`;
}

/** How long a command still has, for a recipient whose clock is wrong. */
export function withTimeLeft(payload: string, now: number): string {
  const at = EXPIRES_AT.exec(payload.slice(-50))?.[1];
  if (at === undefined) return payload;
  return `${payload.slice(0, -1)},"expires_in_ms":${Math.max(0, Date.parse(at) - now)}}`;
}
