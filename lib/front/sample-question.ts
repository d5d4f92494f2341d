import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { authenticateKey } from "@/lib/accounts/authenticate-key";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { viewLink } from "@/lib/ask/verbs/view-link";
import { SAMPLE } from "@/lib/front/sample";
import type { AppPorts } from "@/lib/http/ports";
import type { Ctx } from "@/lib/context";
import { writeOwned } from "@/lib/owned-file";

/** A question to try. */
export interface Sample {
  link: string;
  /** What its agent waits for: this question, and an earlier one that was answered when no agent was there any more. */
  ids: string[];
  agent: Asking;
}

/** Who asks, and how to see whether the key may still be used. */
type Asking = Required<Pick<Ctx, "actor" | "recheck">>;

/** The question to try, or null where none can be asked: no server stays down for want of a sample. */
export async function sampleQuestion(app: AppPorts, apiKey: string, dataDir: string): Promise<Sample | null> {
  try {
    return await questionToTry(app, apiKey, dataDir);
  } catch (error) {
    app.log.warn({ err: error }, "no sample question: it could not be asked");
    return null;
  }
}

/** The one of the last start for as long as it waits for its answer. */
async function questionToTry(app: AppPorts, apiKey: string, dataDir: string): Promise<Sample> {
  const recheck = () => authenticateKey(app.accounts, apiKey);
  const agent = { actor: await recheck(), recheck };
  const ctx: Ctx = { ...agent, ask: app.ask, signal: AbortSignal.timeout(30_000) };
  const path = join(dataDir, "sample-question");
  const earlier = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  const phase = earlier === "" ? null : await phaseOfLink(ctx, earlier);
  if (phase === "waiting") {
    return { link: `${app.ask.linkOrigin}/a/${app.ask.links.secretOf(earlier)}`, ids: [earlier], agent };
  }
  const { interaction } = await createInteraction(ctx, { body: { interaction: SAMPLE, expires_in: SEVEN_DAYS } });
  writeOwned(path, `${interaction.id}\n`);
  const ids = phase === "answered" ? [earlier, interaction.id] : [interaction.id];
  return { link: interaction.humanUrl, ids, agent };
}

/** As the person's page has it: under another secret the old link leads nowhere. */
async function phaseOfLink(ctx: Ctx, id: string): Promise<string | null> {
  try {
    return (await viewLink(ctx, ctx.ask.links.secretOf(id))).phase;
  } catch {
    return null;
  }
}

const SEVEN_DAYS = 7 * 24 * 3600;
