import { setTimeout as pause } from "node:timers/promises";
import type { Json, Member } from "@/e2e/relay/support/relay";
import { attach } from "@/e2e/relay/support/socket";
import { WebSocket } from "ws";

export type Seen = { number: number; seq: number }[];

/** What was tried and what was acknowledged, and when enough of it was. */
export class Ledger {
  acknowledged = 0;
  readonly #acknowledged = new Map<string, number[]>();
  readonly #attempted = new Map<string, number>();
  #waiting: { count: number; tell(): void }[] = [];

  attempt(sender: string, number: number): void {
    this.#attempted.set(sender, number + 1);
  }

  acknowledge(sender: string, number: number): void {
    this.#acknowledged.set(sender, [...(this.#acknowledged.get(sender) ?? []), number]);
    this.acknowledged += 1;
    for (const { tell } of this.#waiting.filter(({ count }) => this.acknowledged >= count)) tell();
    this.#waiting = this.#waiting.filter(({ count }) => this.acknowledged < count);
  }

  acknowledgedBy(sender: string): number[] {
    return this.#acknowledged.get(sender) ?? [];
  }

  attemptedBy(sender: string): number {
    return this.#attempted.get(sender) ?? 0;
  }

  /** Resolves when so many were acknowledged. */
  reach(count: number): Promise<void> {
    if (this.acknowledged >= count) return Promise.resolve();
    return new Promise((tell) => this.#waiting.push({ count, tell }));
  }
}

/** Sends numbers, each again under its own id until it is acknowledged: what a client does that must not lose any. */
export async function sendOn(from: Member, to: Member, ledger: Ledger, stop: AbortSignal): Promise<void> {
  const path = `${from.session.path}/commands`;
  for (let number = 0; !stop.aborted; number += 1) {
    ledger.attempt(from.id, number);
    const body = {
      dispatch: "specific",
      target: { participant_ids: [to.id] },
      payload: number,
      command_id: `${from.id}.${number}`,
      timeout_seconds: 300,
    };
    // Once begun it is brought to its end, so that the last one is not in doubt.
    while ((await statusOf(from, path, body)) !== 201) await pause(20);
    ledger.acknowledge(from.id, number);
  }
}

async function statusOf(member: Member, path: string, body: object): Promise<number | null> {
  try {
    return (await member.call("POST", path, body)).status;
  } catch {
    return null;
  }
}

/** Who reads whom, and what it has seen. */
export interface Reading {
  from: Member;
  to: Member;
  seen: Seen;
}

type Read = (reading: Reading, ledger: Ledger, stop: AbortSignal) => Promise<void>;

/** Reads by one socket after the other, each from where the last one got to. */
export const readByStream: Read = async (reading, ledger, stop) => {
  const { to, seen } = reading;
  while (!isDone(reading, ledger, stop)) {
    const query = `last_acked_seq=${seen.at(-1)?.seq ?? 0}`;
    const stream = await attach(to, { query }).catch(() => null);
    if (stream === null) await pause(20);
    for (let taken = 0; stream !== null && !isDone(reading, ledger, stop);) {
      const frame = stream.frames[taken];
      if (frame === undefined && stream.socket.readyState !== WebSocket.OPEN) break;
      if (frame === undefined) {
        await pause(5);
        continue;
      }
      taken += 1;
      note(seen, frame);
      if (stream.socket.readyState === WebSocket.OPEN) stream.ack(frame.seq ?? 0);
    }
    stream?.socket.terminate();
  }
};

/** Reads by one wait after the other, each with the cursor of the last. */
export const readByWait: Read = async (reading, ledger, stop) => {
  const { to, seen } = reading;
  let cursor = 0;
  while (!isDone(reading, ledger, stop)) {
    const body = { timeout_seconds: 1, last_acked_seq: cursor };
    const reply = await to.call("POST", `${to.me}/inbox/wait`, body).catch(() => null);
    if (reply?.status !== 200) await pause(20);
    for (const message of reply?.body.messages ?? []) {
      note(seen, message);
      cursor = message.seq;
    }
  }
};

function note(seen: Seen, { name, payload, seq }: { name: string; payload: Json; seq: number | null }): void {
  if (name === "command.received") seen.push({ number: payload.payload, seq: seq ?? 0 });
}

/** When all is over, whatever was acknowledged has to have come. */
function isDone({ from, seen }: Reading, ledger: Ledger, stop: AbortSignal): boolean {
  if (!stop.aborted) return false;
  const last = ledger.acknowledgedBy(from.id).at(-1) ?? -1;
  return last + 1 === ledger.attemptedBy(from.id) && (seen.at(-1)?.number ?? -1) >= last;
}
