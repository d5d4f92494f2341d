import { readFileSync } from "node:fs";
import { UNHURRIED } from "@/e2e/relay/setup";
import { startFront, type FrontProcess } from "@/e2e/relay/support/front-process";
import { KINDS, Relay, type Member } from "@/e2e/relay/support/relay";
import { attach, watch, type Frame, type Stream } from "@/e2e/relay/support/socket";
import { freshDatabase, type TestDatabase } from "@/e2e/support/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let database: TestDatabase;
let front: FrontProcess;
let relay: Relay;
beforeAll(async () => {
  database = await freshDatabase();
  const env = { ...UNHURRIED, SW_SLOW_SOCKET_SECONDS: "2", SW_LISTENING_SECONDS: "1" };
  front = await startFront({ databaseUrl: database.url, env });
  relay = await Relay.at(front.origin, "");
});
afterAll(async () => {
  await front.remove();
  await database.drop();
});

const MIB = 1024 * 1024;
const COMMANDS = 100;
const PAYLOAD = "x".repeat(256 * 1024 - 2);

const residentBytes = (): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${front.pid}/status`, "utf8"))?.[1]) * 1024;

interface Hall {
  sender: Member;
  lively: Member;
  frozen: { member: Member; stream: Stream }[];
}

/** A session with one that sends, one that reads, and eight whose sockets are open and are not read. */
async function hallOf(kind: (typeof KINDS)[number]): Promise<Hall> {
  const session = await relay.session(kind);
  const sender = await session.join();
  const lively = await session.join({ capabilities: ["work"] });
  const frozen = [];
  for (let n = 0; n < 8; n += 1) {
    const member = await session.join({ capabilities: ["work"] });
    const stream = await attach(member);
    stream.socket.pause();
    frozen.push({ member, stream });
  }
  return { sender, lively, frozen };
}

/** Sends to all; the lively one has each before the next is sent, whatever the others do. */
async function exchange({ sender, lively }: Hall): Promise<void> {
  const stream = await attach(lively);
  for (let n = 0; n < COMMANDS; n += 1) {
    await sender.send(
      { dispatch: "all", target: { capability: "work" } },
      { payload: `${n} ${PAYLOAD.slice(0, -10)}` },
    );
    const frame = await stream.next("command.received");
    stream.ack(frame.seq!);
  }
  stream.close();
}

const commandsOf = (frames: readonly Frame[]): Frame[] => frames.filter(({ name }) => name === "command.received");

describe.each(KINDS)("sixteen peers that do not read, in sessions that are $kind (I19)", (kind) => {
  it("cost bounded memory and nobody's time, are closed, and come back by their cursor", async () => {
    const halls = [await hallOf(kind), await hallOf(kind)];
    const before = residentBytes();
    await Promise.all(halls.map(exchange));
    // A copy for each of them would be 400 MiB. What may be kept is a quarter of that; the rest is for the collector.
    expect(residentBytes() - before).toBeLessThan(256 * MIB);
    for (const { frozen } of halls)
      for (const { stream } of frozen) expect(commandsOf(stream.frames).length).toBeLessThan(COMMANDS);

    for (const { frozen } of halls)
      await Promise.all(
        frozen.map(async ({ stream, member }) => {
          await expect.poll(() => isListening(member), { interval: 200 }).toBe(false);
          stream.socket.resume();
          await stream.closed;
          await comesBack(stream, member, kind.persistence !== null);
        }),
      );
  });

  it("a firehose that is not read is closed, and another one sees everything (D-89)", async () => {
    const session = await relay.session(kind);
    const [sender, worker] = await session.fill(2);
    const [frozen, lively] = [await watch(session), await watch(session)];
    frozen.socket.pause();
    const reader = await attach(worker!);
    for (let n = 0; n < 200; n += 1) {
      await sender!.send([worker!], { payload: PAYLOAD });
      reader.ack((await reader.next("command.received")).seq!);
    }
    while (commandsOf(lively.frames).length < 200) await lively.next();
    frozen.socket.resume();
    await frozen.closed;
    expect(commandsOf(frozen.frames).length).toBeLessThan(200);
  });
});

/** Whether its stream is open, or was a moment ago: supervision sees that, the frozen side does not. */
async function isListening({ session, id }: Member): Promise<boolean> {
  const { roster } = await relay.ok("GET", `${session.path}/participants`, session.supervisor);
  const entry = roster.find((one: { participant_id: string }) => one.participant_id === id);
  return entry.listening;
}

async function comesBack(stream: Stream, member: Member, isKept: boolean): Promise<void> {
  const cursor = stream.frames.at(-1)?.seq ?? null;
  const again = await attach(member, {
    protocols: ["sessionweave.v1", `bearer.${member.token}`],
    query: cursor === null ? "" : `last_acked_seq=${cursor}`,
  });
  const numberOf = ({ payload }: Frame): number => Number(payload.payload.split(" ")[0]);
  const all = (): number[] => [...commandsOf(stream.frames), ...commandsOf(again.frames)].map(numberOf);
  if (isKept) await expect.poll(() => all().length).toBe(COMMANDS);
  else await expect.poll(() => all().at(-1)).toBe(COMMANDS - 1);
  const seen = all();
  expect(seen).toEqual([...new Set(seen)].toSorted((x, y) => x - y));
  const hello = again.frames[0]!;
  // I17: what the byte budget dropped is told, to the number.
  expect(COMMANDS - seen.length).toBe(hello.payload.gap?.dropped ?? 0);
  again.close();
}
