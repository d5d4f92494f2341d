import { FIELD_EXAMPLES } from "@/components/surface/fields/examples";
import { renderField } from "@/components/surface/fields/testing/render-field";
import { describe, expect, it } from "vitest";

const all = Object.entries(FIELD_EXAMPLES).flatMap(([kind, examples]) =>
  examples.map((example) => [`${kind}: ${example.name}`, example] as const),
);

describe.each(all)("%s", (_, { field, posted, issue }) => {
  const html = renderField(field, { ...(posted && { posted }), ...(issue && { issue }) });

  it("is labelled, named after its field, and read in order: label, help, problem, control", () => {
    expect(html).toContain(field.label);
    expect(html).toContain(`name="f.${field.name}"`);
    expect(html).toContain(`id="f-${field.name}"`);
    const places = [field.label, field.description, issue && `f-${field.name}.problem"`, `name="f.${field.name}"`]
      .filter((part) => part !== undefined)
      .map((part) => html.indexOf(part === `f-${field.name}.problem"` ? `id="${part}` : part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it("says optional where it is, and never draws an asterisk", () => {
    expect(html.includes("(optional)")).toBe(!field.required);
    expect(html).not.toContain("*");
  });

  it("cuts nothing, blocks nothing, focuses nothing", () => {
    expect(html).not.toMatch(/maxlength|minlength|pattern=|required|autofocus|placeholder|style=|onpaste/i);
  });

  it("has every id once, and describes its control only by what is there", () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const described = [...html.matchAll(/aria-describedby="([^"]+)"/g)].flatMap(([, list = ""]) => list.split(" "));
    for (const id of described) expect(ids).toContain(id);
    expect(html.includes("field-error")).toBe(issue !== undefined);
  });

  it("preselects only what was proposed or sent, and says that it was proposed", () => {
    const nothing = field.value === undefined && posted === undefined;
    if (nothing) expect(html).not.toContain('checked=""');
    expect(/Filled in by the agent|Chosen by the agent/.test(html)).toBe(field.value !== undefined && !posted);
  });
});

it("shares no id with another field, whatever their names are", () => {
  const parts = ["1", "2", "none", "help", "problem", "count", "typed", "zone"];
  const names = ["size", ...parts.map((part) => `size-${part}`), ...parts.map((part) => `size_${part}`)];
  const owners = new Map<string, Set<string>>();
  for (const [, { field }] of all) {
    for (const name of names) {
      const html = renderField({ ...field, name });
      for (const [, id = ""] of html.matchAll(/ id="([^"]+)"/g))
        owners.set(id, (owners.get(id) ?? new Set()).add(name));
    }
  }
  expect([...owners].filter(([, fields]) => fields.size > 1)).toEqual([]);
  expect(owners.has("f-size.1")).toBe(true);
});
