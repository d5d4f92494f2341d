import { FIELD_EXAMPLES } from "@/components/surface/fields/examples";
import { openMount } from "@/e2e/support/mount";
import { Person } from "@/e2e/support/person";
import { ask, questionWith } from "@/e2e/support/questions";
import { describe, expect, it } from "vitest";

const { api } = await openMount();

const examples = Object.entries(FIELD_EXAMPLES).flatMap(([kind, all]) =>
  all.map((example) => [`${kind}: ${example.name}`, example] as const),
);

describe("every field example, through this mount", () => {
  it.each(examples)("%s", async (_, { field, posted, issue }) => {
    const { humanUrl } = await ask(api, { interaction: questionWith(field) });
    const person = new Person(humanUrl);
    const { status, html, nonce } = await person.open();
    expect(status).toBe(200);
    expect(html).toContain(`name="f.${field.name}"`);
    expect(html).toContain(field.label);
    if (issue === undefined) return;
    const refused = await person.post({ nonce: nonce ?? "", action: "approve", ...mutable(posted ?? {}) });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(`href="#f-${field.name}"`);
    expect(refused.html).toContain(`id="f-${field.name}.problem"`);
  });
});

describe("a form of any size that is taken", () => {
  // Without a nonce it is read, and answers nothing.
  const post = async (link: string, body: string) =>
    (await fetch(link, { method: "POST", body, headers: { "content-type": "application/x-www-form-urlencoded" } }))
      .status;

  it("has up to 1 MiB", async () => {
    const { humanUrl } = await ask(api);
    const head = "action=approve&f.message=";
    const sized = (bytes: number) => head + "x".repeat(bytes - head.length);
    expect(await post(humanUrl, sized(1024 * 1024))).toBe(409);
    expect(await post(humanUrl, sized(1024 * 1024 + 1))).toBe(413);
  });

  it("has up to 8,192 entries", async () => {
    const { humanUrl } = await ask(api);
    const entries = (count: number) => ["action=approve", ...Array(count - 1).fill("f.message=x")].join("&");
    expect(await post(humanUrl, entries(8192))).toBe(409);
    expect(await post(humanUrl, entries(8193))).toBe(413);
  });
});

describe("a form in letters that are not UTF-8", () => {
  const TYPE = "application/x-www-form-urlencoded";
  it.each([
    [TYPE, "%FC"],
    [TYPE, "\xfc"],
    [`${TYPE}; charset=iso-8859-1`, "u"],
    [TYPE, "u&_charset_=windows-1252"],
  ])("%s, %j is refused, and leaves the question open", async (type, letters) => {
    const { id, humanUrl } = await ask(api);
    const { nonce } = await new Person(humanUrl).open();
    const body = Buffer.from(`nonce=${encodeURIComponent(nonce ?? "")}&action=approve&f.message=${letters}`, "latin1");
    const reply = await fetch(humanUrl, { method: "POST", body, headers: { "content-type": type } });
    expect(reply.status).toBe(415);
    expect(await reply.text()).toContain("The letters of this form could not be read");
    expect((await api.get(`/v1/interactions/${id}`)).body.interaction.state).toBe("waiting");
  });
});

function mutable(posted: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(posted).map(([name, values]) => [name, [...values]]));
}

describe("what the page names", () => {
  it("is one stylesheet and one script, kept for ever under names that change with them", async () => {
    const { humanUrl } = await ask(api);
    const { html } = await new Person(humanUrl).open();
    const names = [...html.matchAll(/(?:src|href)="(\/a\/assets\/[^"]+)"/g)].map(([, name = ""]) => name);
    expect(names.map((name) => name.replace(/.*\./, "")).sort()).toEqual(["css", "js"]);
    for (const name of names) {
      const reply = await fetch(new URL(name, humanUrl));
      await reply.arrayBuffer();
      expect(reply.status).toBe(200);
      expect(reply.headers.get("cache-control")).toContain("immutable");
      expect(reply.headers.get("content-type")).toMatch(/^text\/(css|javascript)/);
    }
  });
});
