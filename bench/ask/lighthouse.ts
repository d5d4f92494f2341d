import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { ensureChromium } from "../../scripts/browser.mjs";
import { heading, median, row } from "../measure.js";

const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "speed-index",
  "server-response-time",
];

/** Lighthouse's mobile scores of an open answer page; every run in a fresh browser, medians. */
export async function lighthouseScores(url: string): Promise<void> {
  heading(`Lighthouse mobile, ${RUNS} runs, medians (wanted 100 each)`);
  const chromePath = await ensureChromium();
  const scores: Record<string, number[]> = Object.fromEntries(CATEGORIES.map((name) => [name, []]));
  const failed = new Set<string>();
  const metrics: Record<string, string[]> = {};
  for (let run = 0; run < RUNS; run++) {
    const chrome = await launch({ chromePath, chromeFlags: flags() });
    try {
      const result = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: "error" });
      for (const name of CATEGORIES) scores[name]?.push((result?.lhr.categories[name]?.score ?? 0) * 100);
      for (const name of METRICS) {
        const { numericValue = Number.NaN, score } = result?.lhr.audits[name] ?? {};
        (metrics[name] ??= []).push(`${numericValue.toFixed(0)} ms (${score ?? "no score"})`);
      }
      for (const audit of Object.values(result?.lhr.audits ?? {})) {
        if (audit.score !== null && audit.score < 0.9) failed.add(`${audit.id} (${audit.displayValue ?? audit.title})`);
      }
    } finally {
      chrome.kill();
    }
  }
  for (const name of CATEGORIES) row(name, median(scores[name] ?? []).toFixed(0));
  for (const [name, values] of Object.entries(metrics)) row(name, values.join(", "));
  for (const audit of failed) row("below 90", audit);
}

function flags(): string[] {
  const quiet = [
    "--headless=new",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-sync",
  ];
  return process.getuid?.() === 0 ? [...quiet, "--no-sandbox"] : quiet;
}
