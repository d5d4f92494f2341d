import { KINDS, names, openRelay, type Json, type Member } from "@/e2e/relay/support/relay";
import { attach } from "@/e2e/relay/support/socket";
import { wireTo, type Wire } from "@/e2e/relay/support/wire";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const relay = await openRelay();
let wire: Wire;
beforeEach(async () => void (wire = await wireTo(relay.origin)));
afterEach(() => wire.close());

/** A call of this participant over the wire; null when the wire broke. */
async function overWire(member: Member, path: string, body: object = {}, signal?: AbortSignal): Promise<Json> {
  try {
    const reply = await fetch(`${wire.origin}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${member.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    return { status: reply.status, ...((await reply.json()) as object) };
  } catch {
    return null;
  }
}

const wait = (member: Member, body: object, signal?: AbortSignal) =>
  overWire(member, `${member.me}/inbox/wait`, body, signal);

describe.each(KINDS)("over a wire, in a session that is $kind", (kind) => {
  it("a reply that is cut off is handed out again, and says so (I09)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    await a!.send([b!], { payload: "x".repeat(200_000) });
    wire.cutAfter(1);
    expect(await wait(b!, { timeout_seconds: 5 })).toBeNull();
    wire.mend();
    // With a cursor, since the relay may hear of the cut only after this request has come, and the kernel took it all.
    const again = await wait(b!, { timeout_seconds: 20, last_acked_seq: 0 });
    expect(again.messages).toMatchObject([{ name: "command.received", redelivered: true }]);
    expect((await overWire(b!, `${b!.me}/inbox/drain`)).messages).toEqual([]);
  });

  it("a reply that the wire swallowed comes again for a cursor (I09, I10)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    await a!.send([b!], { payload: 1 });
    const first = await wait(b!, { timeout_seconds: 5, with_seq: true });
    const cursor = first.messages[0].seq;
    await a!.send([b!], { payload: 2 });
    wire.swallow();
    const lost = new AbortController();
    const never = wait(b!, { timeout_seconds: 5, last_acked_seq: cursor }, lost.signal);
    await expect.poll(() => queued(session.path, session.supervisor)).toEqual({ pending: 0, unacked: 1 });
    wire.mend();
    const again = await wait(b!, { timeout_seconds: 5, last_acked_seq: cursor });
    expect(again.messages).toMatchObject([{ payload: { payload: 2 }, redelivered: true }]);
    lost.abort();
    expect(await never).toBeNull();
  });

  it("a command whose reply was cut off can be sent again, and arrives once (I05, I28)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const path = `${session.path}/commands`;
    const body = { dispatch: "specific", target: { participant_ids: [b!.id] }, payload: 1, command_id: "once" };
    wire.cutAfter(1);
    expect(await overWire(a!, path, body)).toBeNull();
    wire.mend();
    const again = await overWire(a!, path, body);
    expect(again).toMatchObject({ status: 201, command_id: "once", delivered_to: [b!.id] });
    expect(names(await b!.drain())).toEqual(["command.received"]);
  });

  it("a caller that hangs up may wait again at once (I15, U45)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const hangUp = new AbortController();
    const first = wait(b!, { timeout_seconds: 60 }, hangUp.signal);
    await expect.poll(() => listening(session.path, session.supervisor)).toBe(true);
    hangUp.abort();
    expect(await first).toBeNull();
    const second = async () => (await b!.call("POST", `${b!.me}/inbox/wait`, { timeout_seconds: 0 })).status;
    await expect.poll(second).toBe(200);
    await a!.send([b!]);
    expect(names((await b!.wait({ timeout_seconds: 5 })).messages)).toEqual(["command.received"]);
  });

  it("a socket that froze gives way to a new one: one entry, nothing lost (U16)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const frozen = await attach(b!, { origin: wire.origin });
    await a!.send([b!], { payload: 0 });
    await frozen.next();
    wire.freeze();
    for (let n = 1; n < 10; n += 1) await a!.send([b!], { payload: n });
    const fresh = await attach(b!, { query: `last_acked_seq=${frozen.frames[0]!.seq}` });
    await expect.poll(() => fresh.frames.length).toBe(9);
    expect(fresh.frames.map(({ payload }) => payload.payload)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(frozen.frames).toHaveLength(1);
    const { roster } = await relay.ok("GET", `${session.path}/participants`, session.supervisor);
    expect(roster).toHaveLength(2);
    wire.mend();
  });

  it("a socket that is cut again and again loses nothing and repeats nothing for a cursor (I10)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    wire.delay(3);
    const seen: Json[] = [];
    const reader = (async () => {
      while (seen.length < 60) {
        const cursor = seen.at(-1)?.seq;
        const stream = await attach(b!, {
          origin: wire.origin,
          query: cursor === undefined ? "" : `last_acked_seq=${cursor}`,
        }).catch(() => null);
        while (stream !== null && seen.length < 60) {
          const frame = await stream.next().catch(() => null);
          if (frame === null) break;
          seen.push(frame);
          stream.ack(frame.seq!);
        }
      }
    })();
    for (let n = 0; n < 60; n += 1) {
      await a!.send([b!], { payload: n });
      if (n % 10 === 9) wire.cut();
    }
    await reader;
    expect(seen.map(({ payload }) => payload.payload)).toEqual(Array.from({ length: 60 }, (_, n) => n));
  });

  it("a burst to one that waits again and again arrives whole and in order (I06, I12, U01, U02)", async () => {
    const session = await relay.session(kind);
    const [a, b] = await session.fill(2);
    const got: number[] = [];
    const reader = (async () => {
      while (got.length < 500) {
        const { messages } = await b!.wait({ timeout_seconds: 1 });
        got.push(...messages.map(({ payload }: Json) => payload.payload));
      }
    })();
    for (let n = 0; n < 500; n += 1) await a!.send([b!], { payload: n });
    await reader;
    expect(got).toEqual(Array.from({ length: 500 }, (_, n) => n));
  });
});

async function roster(path: string, token: string): Promise<Json[]> {
  return (await relay.ok("GET", `${path}/participants`, token)).roster;
}

async function queued(path: string, token: string): Promise<object> {
  const { pending, unacked } = (await roster(path, token))[1]!;
  return { pending, unacked };
}
const listening = async (path: string, token: string) => (await roster(path, token))[1]!.listening;
