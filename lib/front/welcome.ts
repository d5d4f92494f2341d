import type { Env } from "@/lib/env";
import { announce, announceAnswer } from "@/lib/front/announce";
import { credentialsPath } from "@/lib/front/credentials";
import { hasOwner, type ServedDatabase } from "@/lib/front/database";
import type { Address } from "@/lib/front/listen";
import type { Origins } from "@/lib/front/origins";
import { runSampleAgent } from "@/lib/front/sample-agent";
import { sampleQuestion } from "@/lib/front/sample-question";
import type { AppPorts } from "@/lib/http/ports";

/** What is up. */
export interface Up {
  env: Env;
  address: Address;
  origins: Origins;
  database: ServedDatabase;
  /** null where none is known here. */
  apiKey: string | null;
  lan: boolean;
  /** Ends the wait for the sample's answer. */
  signal: AbortSignal;
}

/** Tells the operator that everything is up, with a question to try, and begins to wait for its answer. */
export async function welcome(app: AppPorts, up: Up): Promise<void> {
  const { env, address, origins, database, apiKey, lan, signal } = up;
  const sample = apiKey === null ? null : await sampleQuestion(app, apiKey, env.dataDir);
  announce(process.stdout, {
    origin: origins.issuer,
    local: address.local,
    network: lan ? (address.lan ?? "no address found, so links work on this machine only") : null,
    note: database.note,
    sampleLink: sample?.link ?? null,
    credentialsPath: apiKey === null ? null : credentialsPath(env.dataDir),
    hasOwner: apiKey !== null || (await hasOwner(database.url)),
  });
  if (sample === null) return;
  const tell = (answer: string): void => announceAnswer(process.stdout, answer, env.dataDir);
  void runSampleAgent(app, sample, { signal, tell });
}
