import { relative, resolve } from "node:path";
import { qrLines } from "@sess.si/sdk/qr";

/** Prints what the operator needs when everything is up. */
export function announce(out: { isTTY?: boolean; write(text: string): unknown }, ready: Announcement): void {
  out.write(
    [
      "",
      `Ready: ${ready.origin}`,
      ...(ready.local === ready.origin ? [] : [`On this machine, for the proxy to point to: ${ready.local}`]),
      ...(ready.network === null ? [] : [`In this network: ${ready.network}`]),
      ...(ready.note === null ? [] : ["", ready.note]),
      ...sampleLines(ready, out.isTTY === true),
      ...keyLines(ready),
      "",
      "Ctrl-C stops it.",
      "",
    ].join("\n"),
  );
}

/** Prints what became of the sample, and what to try next. */
export function announceAnswer(out: { write(text: string): unknown }, answer: string, dataDir: string): void {
  const next = dataDir === resolve(".data") ? `npx sess ask ${CHOICE}` : "the command above";
  out.write(`The sample was answered: ${answer}. Now ask something yourself: ${next}\n`);
}

const CHOICE = '"What time works?" --choice 9:00 --choice 14:00';

/** What there is to say. */
export interface Announcement {
  /** What people and agents call it. */
  origin: string;
  /** Where it listens, whatever it is called. */
  local: string;
  /** Address for other machines, or why there is none; null where nobody asked for it. */
  network: string | null;
  note: string | null;
  /** null where there is no key to ask with, or where it may not ask. */
  sampleLink: string | null;
  credentialsPath: string | null;
  /** Whether somebody has been given this database's first key. */
  hasOwner: boolean;
}

function sampleLines({ sampleLink: link, network }: Announcement, coloured: boolean): string[] {
  if (link === null) return [];
  return [
    "",
    "A question to try, on this machine or a phone that reaches it:",
    `  ${link}`,
    "",
    ...qrLines(link, { coloured }).map((line) => `  ${line}`),
    ...(isLoopback(link) && network === null ? ["", ...FOR_A_PHONE] : []),
  ];
}

function isLoopback(link: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(link).hostname);
}

const FOR_A_PHONE = ["A phone cannot open that address: it needs this machine's. Start with: npm start -- --lan"];

function keyLines({ local, credentialsPath, hasOwner }: Announcement): string[] {
  if (credentialsPath === null) return ["", hasOwner ? ANOTHER_KEY : FIRST_OWNER];
  const path = relative(process.cwd(), credentialsPath);
  const shown = path.startsWith("..") ? credentialsPath : `./${path}`;
  const header = `"Authorization: Bearer " + require("${shown}").api_key`;
  return [
    "",
    `The API key is in ${shown}. Ask something yourself:`,
    // By standard input: what stands on a command line, every account of the machine can read.
    `  node -p '${header}' | curl -s ${local}/v1/interactions -H @- -H "Content-Type: application/json" -d '${QUESTION}'`,
  ];
}

const FIRST_OWNER =
  "This database has no owner yet. A workspace with its owner and a first API key: npm run admin -- create-owner --email you@example.com";
const ANOTHER_KEY = "Another API key: npm run admin -- create-key --name my-agent";

const QUESTION = JSON.stringify({
  interaction: {
    mode: "interactive",
    title: "Lunch?",
    source: {
      kind: "sess_surface",
      components: [{ type: "field", name: "what", label: "What would you like?", schema: { type: "string" } }],
    },
    actions: [{ id: "submit", label: "Send", intent: "submit" }],
  },
});
