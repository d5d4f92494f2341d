import { spawn } from "node:child_process";
import { once } from "node:events";
import { Connection } from "../connection.js";
import type { Exchange, Pair } from "./exchange.js";
import { PAYLOAD } from "./exchange.js";
import { openSocket } from "./socket.js";

export interface FloorServer {
  origin: string;
  pid: number;
  stop(): void;
}

/** Starts the bare server that all floors are measured on. */
export async function floorServer(databaseUrl: string): Promise<FloorServer> {
  const child = spawn(process.execPath, ["bench/relay/floor-server.mjs", databaseUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { origin: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid ?? 0, stop: () => child.kill() };
}

const JSON_TYPE = { "content-type": "application/json" };
let names = 0;

/** Four requests a round trip: send, wait, answer, wait. */
export function pollFloor({ origin, pid }: FloorServer): Exchange {
  return { name: "bare node:http, long poll", pid, open: async () => pollPair(origin) };
}

async function pollPair(origin: string): Promise<Pair> {
  const [a, b] = [`a${(names += 1)}`, `b${names}`];
  const [sender, waiter, worker] = [new Connection(origin), new Connection(origin), new Connection(origin)];
  let isOpen = true;
  const serve = async (): Promise<void> => {
    while (isOpen) {
      const { body } = await worker.request("POST", `/wait/${b}`, JSON_TYPE);
      for (const { id, payload } of (JSON.parse(body) as { messages: { id: number; payload: unknown }[] }).messages)
        await worker.request("POST", "/send", JSON_TYPE, JSON.stringify({ to: a, id, payload }));
    }
  };
  void serve().catch(() => {});
  return {
    trip: async () => {
      const result = waiter.request("POST", `/wait/${a}`, JSON_TYPE);
      await sender.request("POST", "/send", JSON_TYPE, JSON.stringify({ to: b, id: 1, payload: PAYLOAD }));
      JSON.parse((await result).body);
    },
    close: () => {
      isOpen = false;
      for (const connection of [sender, waiter, worker]) connection.close();
    },
  };
}

/** Sends by request, receives by WebSocket. */
export function pushFloor({ origin, pid }: FloorServer): Exchange {
  return { name: "bare node:http send, ws receive", pid, open: async () => pushPair(origin) };
}

async function pushPair(origin: string): Promise<Pair> {
  const [a, b] = [`a${(names += 1)}`, `b${names}`];
  const [sender, worker] = [new Connection(origin), new Connection(origin)];
  const [mine, theirs] = await Promise.all([openSocket(`${origin}/plain/${a}`), openSocket(`${origin}/plain/${b}`)]);
  theirs.onText = (text) => {
    const { id, payload } = JSON.parse(text) as { id: number; payload: unknown };
    void worker.request("POST", "/push", JSON_TYPE, JSON.stringify({ to: a, id, payload })).catch(() => {});
  };
  return {
    trip: async () => {
      const result = mine.next();
      await sender.request("POST", "/push", JSON_TYPE, JSON.stringify({ to: b, id: 1, payload: PAYLOAD }));
      JSON.parse(await result);
    },
    close: () => [sender, worker, mine, theirs].forEach((one) => one.close()),
  };
}

/** All by WebSocket; `durable` with a group commit before every hand-out. */
export function socketFloor({ origin, pid }: FloorServer, mode: "plain" | "durable"): Exchange {
  const name = mode === "plain" ? "bare ws" : "bare ws, group commit to Postgres";
  return { name, pid, open: async () => socketPair(origin, mode) };
}

async function socketPair(origin: string, mode: string): Promise<Pair> {
  const [a, b] = [`a${(names += 1)}`, `b${names}`];
  const [mine, theirs] = await Promise.all([
    openSocket(`${origin}/${mode}/${a}`),
    openSocket(`${origin}/${mode}/${b}`),
  ]);
  theirs.onText = (text) => {
    const { id, payload } = JSON.parse(text) as { id: number; payload: unknown };
    theirs.send(JSON.stringify({ to: a, id, payload }));
  };
  return {
    trip: async () => {
      const result = mine.next();
      mine.send(JSON.stringify({ to: b, id: 1, payload: PAYLOAD }));
      JSON.parse(await result);
    },
    close: () => [mine, theirs].forEach((one) => one.close()),
  };
}
