import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freshDatabase } from "@/e2e/support/database";
import type { Asked } from "@/lib/relay/testing/relay-child";

const CYCLES = Number(process.env["SESS_RELAY_KILLS"] ?? 2);
const IN_FLIGHT = 24;

/** What its replies have, one or another. */
interface Reply {
  session_id: string;
  creator_token: string;
  join_token: string;
  participant_id: string;
  participant_token: string;
  json: string;
  epoch: number;
}

/** A relay in a process of its own, until it is killed. */
class Child {
  #no = 0;
  readonly #asked = new Map<number, { resolve(reply: unknown): void; reject(error: Error): void }>();
  readonly started: Promise<Reply>;
  readonly process: ChildProcess;

  constructor(databaseUrl: string) {
    this.process = fork(join(import.meta.dirname, "../testing/relay-child.ts"), {
      execArgv: ["--import", "tsx"],
      env: { ...process.env, DATABASE_URL: databaseUrl, SW_ANONYMOUS_PERSISTENCE: "1" },
      serialization: "json",
    });
    this.started = this.#reply(0);
    this.process.on("message", ({ no, reply, error }: { no: number; reply?: unknown; error?: string }) => {
      const asked = this.#asked.get(no);
      this.#asked.delete(no);
      if (error === undefined) asked?.resolve(reply);
      else asked?.reject(new Error(error));
    });
    this.process.on("exit", () => {
      for (const { reject } of this.#asked.values()) reject(new Error("killed"));
    });
  }

  ask(asked: Omit<Asked, "no">): Promise<Reply> {
    const no = (this.#no += 1);
    const reply = this.#reply(no);
    this.process.send({ ...asked, no }, (error) => error && this.#asked.get(no)?.reject(error));
    return reply;
  }

  #reply(no: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#asked.set(no, { resolve: (reply) => resolve(reply as Reply), reject });
    });
  }

  async kill(): Promise<void> {
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }
}

/** What a client that keeps a cursor has read of its inbox. */
class Reader {
  cursor = 0;
  readonly got: number[] = [];

  async read(child: Child, sid: string, bearer: string): Promise<number> {
    const { json } = await child.ask({ verb: "drain", sid, bearer, value: { last_acked_seq: this.cursor } });
    const { messages } = JSON.parse(json) as {
      messages: { seq: number; name: string; payload: { payload: number } }[];
    };
    for (const { seq, name, payload } of messages) {
      // I10, I06: nothing comes twice, and everything in order.
      expect(seq).toBeGreaterThan(this.cursor);
      this.cursor = seq;
      if (name === "command.received") this.got.push(payload.payload);
    }
    return messages.length;
  }
}

it(
  `a relay that is killed ${CYCLES} times under load loses, invents, repeats and reorders nothing (I01 I02 I03 I05 I06 I07 I10 I43)`,
  async () => {
    const database = await freshDatabase();
    let child = new Child(database.url);
    let { epoch } = await child.started;
    const persistence = { mode: "until_deleted" };
    const session = await child.ask({ verb: "create", value: { persistence } });
    const sid: string = session.session_id;
    const join = () => child.ask({ verb: "join", sid, bearer: session.join_token, value: {} });
    const [a, b] = [await join(), await join()];
    const reader = new Reader();
    const acknowledged: number[] = [];
    let next = 0;
    const send = async (n: number): Promise<void> => {
      const target = { participant_ids: [b.participant_id] };
      const value = { dispatch: "specific", target, payload: n, command_id: `n-${n}`, timeout_seconds: 300 };
      await child.ask({ verb: "send", sid, bearer: a.participant_token, value });
      acknowledged.push(n);
    };
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const until = acknowledged.length + 40 + 7 * cycle;
      const lost: number[] = [];
      const worker = async (): Promise<void> => {
        for (let n = (next += 1); ; n = next += 1) {
          const isSent = await send(n).then(
            () => true,
            () => false,
          );
          if (!isSent) return void lost.push(n);
        }
      };
      const workers = Array.from({ length: IN_FLIGHT }, worker);
      while (acknowledged.length < until) await reader.read(child, sid, b.participant_token);
      await child.kill();
      await Promise.all(workers);
      child = new Child(database.url);
      const before = epoch;
      ({ epoch } = await child.started);
      expect(epoch).toBeGreaterThan(before);
      // Nobody knows what became of these: said again, each is there once.
      for (const n of lost.sort((x, y) => x - y)) await send(n);
    }
    while ((await reader.read(child, sid, b.participant_token)) > 0);
    expect([...reader.got].sort((x, y) => x - y)).toEqual(Array.from({ length: next }, (_, n) => n + 1));
    const { json } = await child.ask({
      verb: "events",
      sid,
      bearer: session.creator_token,
      value: { limit: 1000, kind: "command.received" },
    });
    const written = (JSON.parse(json).events as { payload: { payload: number } }[]).map(
      ({ payload }) => payload.payload,
    );
    expect(written).toEqual(reader.got.slice(0, written.length));
    await child.kill();
    await database.drop();
  },
  60_000 + CYCLES * 10_000,
);
