import { openMount } from "@/e2e/support/mount";
import { Person } from "@/e2e/support/person";
import { ask } from "@/e2e/support/questions";
import { age, dumpRows } from "@/e2e/support/rows";
import { describe, expect, it } from "vitest";

const { api, sql } = await openMount();

const BOTS = [
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "WhatsApp/2.23.20.0",
  "TelegramBot (like TwitterBot)",
  "Twitterbot/1.0",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (Applebot/0.1)",
];

/**
 * All rows but those that have nothing to do with the links: what the authentication of this suite's own calls writes,
 * and interactions of other suites, whose time may be over meanwhile.
 */
function rowsOf(ids: string[], dump: Record<string, string[]>): Record<string, string[]> {
  const isOurs = (row: string) => !row.includes("int_") || ids.some((id) => row.includes(id));
  const tables = Object.entries(dump).filter(([table]) => !table.endsWith("api_keys"));
  return Object.fromEntries(tables.map(([table, rows]) => [table, rows.filter(isOurs)]));
}

describe("programs that open every link", () => {
  it("change no row by GET and HEAD of the link and of everything the page names, in any state", async () => {
    const [open, lapsed, answered, withdrawn] = await Promise.all([
      ask(api),
      ask(api, { expires_in: 60 }),
      ask(api),
      ask(api),
    ]);
    await age(sql, lapsed.id, 90_000);
    await new Person(answered.humanUrl).answer("stop");
    await api.post(`/v1/interactions/${withdrawn.id}/withdraw`, undefined);
    const links = [open, lapsed, answered, withdrawn].map(({ humanUrl }) => humanUrl);
    const ids = [open, lapsed, answered, withdrawn].map(({ id }) => id);
    const before = rowsOf(ids, await dumpRows(sql));
    for (const agent of BOTS) {
      for (const link of links) {
        const headers = { "user-agent": agent };
        const page = await new Person(link).open({ headers });
        expect([200, 410]).toContain(page.status);
        for (const url of addressesIn(page.html, link)) {
          const { status } = await fetch(url, { headers, redirect: "manual" });
          expect(status, url).toBeLessThan(500);
        }
        expect((await new Person(link).open({ headers, method: "HEAD" })).html).toBe("");
      }
    }
    expect(rowsOf(ids, await dumpRows(sql))).toEqual(before);
    expect((await api.get(`/v1/interactions/${open.id}`)).body.interaction.state).toBe("waiting");
  });

  it("get no preview of the question, and are told to keep and follow nothing", async () => {
    const { humanUrl } = await ask(api);
    const { headers, html } = await new Person(humanUrl).open({ headers: { "user-agent": BOTS[0] ?? "" } });
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toContain("noindex");
    expect(headers.get("cache-control")).toBe("no-store");
    const cards = [...html.matchAll(/<meta[^>]+(?:og:|twitter:)[^>]*>/g)].map(([tag]) => tag).join("\n");
    expect(cards).not.toContain("Approve this commit?");
    expect(cards).toContain("og:title");
  });

  it("answer nothing by pressing a button the moment the page is there", async () => {
    const { id, humanUrl } = await ask(api);
    const bot = new Person(humanUrl);
    const { nonce } = await bot.open();
    const page = await bot.post({ nonce: nonce ?? "", action: "stop" });
    expect(page.html).toContain('data-phase="confirm"');
    expect((await api.get(`/v1/interactions/${id}`)).body.interaction).toMatchObject({ state: "waiting", answers: [] });
  });

  it("answer nothing without the page's own nonce", async () => {
    const [one, other] = await Promise.all([ask(api), ask(api)]);
    const foreign = (await new Person(other.humanUrl).open()).nonce ?? "";
    for (const nonce of ["", "guess", foreign]) {
      const page = await new Person(one.humanUrl).post({ nonce, action: "stop" });
      expect(page.status).not.toBe(303);
    }
    expect((await api.get(`/v1/interactions/${one.id}`)).body.interaction.state).toBe("waiting");
  });
});

/** Scripts, styles, pictures and links of the page, and nothing that a form would send. */
function addressesIn(html: string, link: string): string[] {
  const addresses = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address = ""]) => new URL(address, link));
  return [...new Set(addresses.filter(({ origin }) => origin === new URL(link).origin).map(String))];
}
