import { gunzipSync } from "node:zlib";
import { heading, row } from "../measure.js";
import { SAMPLE } from "./sample.js";
import type { Target } from "./throughput.js";

/** What a phone loads before it can answer, over the wire with gzip. */
export async function weight(target: Target): Promise<string> {
  heading("Weight of the answer page over the wire");
  const created = await fetch(`${target.origin}/v1/interactions`, {
    method: "POST",
    headers: { authorization: `Bearer ${target.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ interaction: SAMPLE }),
  });
  const { interaction } = (await created.json()) as { interaction: { humanUrl: string } };
  const page = await load(interaction.humanUrl);
  const assets = [...page.text.matchAll(/(?:src|href)="(\/a\/assets\/[^"]+)"/g)].map((match) => match[1] as string);
  let total = page.bytes;
  let script = 0;
  for (const path of new Set(assets)) {
    const asset = await load(new URL(path, target.origin).href);
    total += asset.bytes;
    if (path.endsWith(".js")) script += asset.bytes;
    row(path.replace(/[-.][\w-]{8,}\./, ".‹hash›."), kilobytes(asset.bytes));
  }
  row("the page itself", kilobytes(page.bytes));
  row("everything", `${kilobytes(total)} (wanted ≤ 30 KB)`);
  row("JavaScript", `${kilobytes(script)} (wanted ≤ 6 KB)`);
  return interaction.humanUrl;
}

/** Node's fetch decodes for us, so the bytes are counted on a raw reply. */
async function load(url: string): Promise<{ bytes: number; text: string }> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const text = response.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
        resolve({ bytes: body.length, text: text.toString("utf8") });
      });
    }).on("error", reject);
  });
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
