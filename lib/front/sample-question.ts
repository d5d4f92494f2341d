import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { authenticateKey } from "@/lib/accounts/authenticate-key";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { viewLink } from "@/lib/ask/verbs/view-link";
import type { AppPorts } from "@/lib/http/ports";
import type { Ctx } from "@/lib/context";
import { writeOwned } from "@/lib/owned-file";

/** Link of a question to try, or null where none can be asked: no server stays down for want of a sample. */
export async function sampleQuestion(app: AppPorts, apiKey: string, dataDir: string): Promise<string | null> {
  try {
    return await linkToTry(app, apiKey, dataDir);
  } catch (error) {
    app.log.warn({ err: error }, "no sample question: it could not be asked");
    return null;
  }
}

/** The link of the last start for as long as it waits for its answer. */
async function linkToTry(app: AppPorts, apiKey: string, dataDir: string): Promise<string> {
  const ctx: Ctx = {
    actor: await authenticateKey(app.accounts, apiKey),
    ask: app.ask,
    signal: AbortSignal.timeout(30_000),
  };
  const path = join(dataDir, "sample-question");
  const earlier = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  if (earlier !== "" && (await isWaiting(ctx, earlier))) {
    return `${app.ask.linkOrigin}/a/${app.ask.links.secretOf(earlier)}`;
  }
  const { interaction } = await createInteraction(ctx, { body: { interaction: SAMPLE, expires_in: SEVEN_DAYS } });
  writeOwned(path, `${interaction.id}\n`);
  return interaction.humanUrl;
}

/** Asks as the person's page does: under another secret the old link leads nowhere. */
async function isWaiting(ctx: Ctx, id: string): Promise<boolean> {
  try {
    return (await viewLink(ctx, ctx.ask.links.secretOf(id))).phase === "waiting";
  } catch {
    return false;
  }
}

const SEVEN_DAYS = 7 * 24 * 3600;

const SAMPLE = {
  mode: "interactive",
  title: "May I publish the release notes?",
  description: "A sample question. Answer it, and the agent that waits for it goes on.",
  source: {
    kind: "sess_surface",
    components: [
      { type: "record", label: "Release", fields: { Version: "1.4.0", Changes: "12", Tests: "all passed" } },
      {
        type: "field",
        name: "summary",
        label: "Summary",
        description: "Change it if you like.",
        multiline: true,
        schema: { type: "string", maxLength: 500 },
        value: "Faster search, and the export no longer loses accents.",
      },
      {
        type: "field",
        name: "when",
        label: "When",
        schema: { type: "string", enum: ["now", "tonight"] },
        option_labels: { now: "Now", tonight: "Tonight at 20:00" },
        value: "now",
      },
    ],
  },
  actions: [
    { id: "publish", label: "Publish", intent: "approve" },
    { id: "hold", label: "Not yet", intent: "reject" },
  ],
};
