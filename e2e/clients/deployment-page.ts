import { readFileSync } from "node:fs";

/** What an operator copies out of the page on deployment. */
export interface DeploymentPage {
  nginx: string;
  settings: Record<string, string>;
}

/** Reads its blocks; there is one of each kind. */
export function readDeploymentPage(): DeploymentPage {
  const page = readFileSync("DEPLOYMENT.md", "utf8");
  const start = block(page, "sh");
  const settings = [...start.matchAll(/(\w+)=(\S+) /g)].map(([, name = "", value = ""]) => [name, value]);
  return { nginx: block(page, "nginx"), settings: Object.fromEntries(settings) };
}

/** The page's nginx lines with what is different on every machine replaced, and nothing else. */
export function nginxLines(own: { port: number; upstream: string; folder: string }): string {
  const differs: [string, string, number][] = [
    ["listen 80;", `listen 127.0.0.1:${own.port};`, 1],
    ["http://127.0.0.1:3000", own.upstream, 1],
    ["/var/log/nginx/", `${own.folder}/`, 2],
  ];
  return differs.reduce((lines, [text, instead, times]) => {
    const parts = lines.split(text);
    if (parts.length !== times + 1) throw new Error(`the page has "${text}" ${parts.length - 1} times, not ${times}`);
    return parts.join(instead);
  }, readDeploymentPage().nginx);
}

function block(page: string, language: string): string {
  const [found, ...more] = [...page.matchAll(new RegExp("^```" + language + "\\n([^]*?)^```$", "gm"))];
  if (found?.[1] === undefined || more.length > 0) throw new Error(`DEPLOYMENT.md has to have one ${language} block`);
  return found[1];
}
