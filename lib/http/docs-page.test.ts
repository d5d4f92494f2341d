import { docsPage } from "@/lib/http/docs-page";
import { codeOf } from "@/lib/http/docs-type";
import { RELAY_ROUTES } from "@/lib/http/relay/routes/index";
import { ROUTES } from "@/lib/http/routes";
import { expect, it } from "vitest";

const page = await docsPage(ROUTES, RELAY_ROUTES);

function between(from: string, to: string): string {
  return page.slice(page.indexOf(from), page.indexOf(to));
}

it("has the calls of each part under its name, and a way to each part and back", () => {
  const parts = { ask: between('<h2 id="ask"', '<h2 id="relay"'), relay: between('<h2 id="relay"', '<h2 id="errors"') };
  for (const { operationId } of ROUTES) expect(parts.ask).toContain(`<h3 id="${operationId}"`);
  for (const { operationId } of RELAY_ROUTES) expect(parts.relay).toContain(`<h3 id="${operationId}"`);
  const contents = between('<nav class="contents"', "</nav>");
  for (const id of ["start", "ask", "relay", "errors", "shapes"]) expect(contents).toContain(`href="#${id}"`);
  const ways = page.match(/href="#top"/g)?.length ?? 0;
  expect(ways).toBeGreaterThanOrEqual(ROUTES.length + RELAY_ROUTES.length);
  expect(page).toContain('id="top"');
});

it("says where address and key are before it uses them", () => {
  const where = page.indexOf(".data/credentials.json");
  expect(where).toBeGreaterThan(0);
  expect(page.indexOf("curl &quot;$ORIGIN") + page.indexOf('curl "$ORIGIN')).toBeGreaterThan(where);
});

it("lets a line of code end before a slash, and nowhere else", () => {
  expect(String(codeOf("/v1/join-tokens"))).toBe("<code><span>/v1</span><wbr /><span>/join-tokens</span></code>");
});
