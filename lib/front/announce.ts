import { renderUnicodeCompact } from "uqr";
import { relative } from "node:path";

/** What the operator sees when everything is up. */
export function announce(out: { isTTY?: boolean; write(text: string): unknown }, ready: Announcement): void {
  out.write(
    [
      "",
      `Ready: ${ready.origin}`,
      ...(ready.network === null ? [] : [`In this network: ${ready.network}`]),
      ...(ready.note === null ? [] : ["", ready.note]),
      ...sampleLines(ready.sampleLink, out.isTTY === true),
      ...keyLines(ready),
      "",
      "Ctrl-C stops it.",
      "",
    ].join("\n"),
  );
}

export interface Announcement {
  origin: string;
  /** Address for other machines, or why there is none; null where nobody asked for it. */
  network: string | null;
  note: string | null;
  /** null where there is no key to ask with. */
  sampleLink: string | null;
  credentialsPath: string | null;
}

function sampleLines(link: string | null, coloured: boolean): string[] {
  if (link === null) return [];
  return [
    "",
    "A question to try, on this machine or a phone that reaches it:",
    `  ${link}`,
    "",
    qrCode(link, coloured),
  ];
}

function keyLines({ origin, credentialsPath }: Announcement): string[] {
  if (credentialsPath === null) return ["", "Make an API key: npm run admin -- create-key --name my-agent"];
  const path = relative(process.cwd(), credentialsPath);
  const shown = path.startsWith("..") ? credentialsPath : `./${path}`;
  const key = `$(node -p 'require("${shown}").api_key')`;
  return [
    "",
    `The API key is in ${shown}. Ask something yourself:`,
    `  curl -s ${origin}/v1/interactions -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${QUESTION}'`,
  ];
}

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

/**
 * Half blocks: two rows of modules in a line of text, with the quiet zone that cameras need. At a terminal the colours
 * are named, because many cameras do not read light on dark.
 */
export function qrCode(text: string, coloured: boolean): string {
  return renderUnicodeCompact(text, { border: 2 })
    .split("\n")
    .map((line) => (coloured ? `  \u001b[97;40m${line}\u001b[0m` : `  ${line}`))
    .join("\n");
}
