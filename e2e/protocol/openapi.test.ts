import { openMount } from "@/e2e/support/mount";
import { ROUTES } from "@/lib/http/routes";
import { ERRORS } from "@sess.si/protocol";
import { z } from "zod";
import * as protocol from "@sess.si/protocol";
import { describe, expect, it } from "vitest";

const { api } = await openMount();
const { document } = api;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

describe("the document", () => {
  it("has every row of the router, and no other", () => {
    const described = operations.map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it.each(operations)("leads to something at $method $path", async ({ path, method }) => {
    const { status, body } = await api.call(method, path.replace("{id}", "int_aaaaaaaaaaaa"), { key: null });
    if (status === 404) expect(body.error.message).not.toBe("There is nothing here.");
    else expect([200, 401]).toContain(status);
  });

  it("takes its shapes from the contract's own schemas", () => {
    for (const [name, shape] of Object.entries(document.components.schemas)) {
      const schema = (protocol as Record<string, unknown>)[name];
      expect(schema, name).toBeInstanceOf(z.ZodType);
      const { $schema: _, ...alone } = z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any" });
      expect(withoutReferences(shape), name).toEqual(alone);
    }
  });

  it("names every code that a call can give", () => {
    const named = new Set(operations.flatMap(({ operation }) => Object.values(operation.responses).flatMap(codesIn)));
    const elsewhere = ["method_not_allowed", "request_timeout", "relay_unavailable"];
    expect([...named].toSorted()).toEqual(
      Object.keys(ERRORS)
        .filter((code) => !elsewhere.includes(code))
        .toSorted(),
    );
  });

  it("leads nowhere that is not there, and has each id once", () => {
    const text = JSON.stringify(document);
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(document.components.schemas, name).toHaveProperty(name);
    }
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("the page", () => {
  it("shows every call, every code and every shape, and loads nothing", async () => {
    const { status, body, headers } = await api.get("/v1/docs", { key: null });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    for (const { path, operation } of operations) {
      expect(body).toContain(`<code>${path}</code>`);
      expect(body).toContain(`id="${operation.operationId}"`);
    }
    for (const name of Object.keys(document.components.schemas)) expect(body).toContain(`id="shape-${name}"`);
    for (const code of Object.keys(ERRORS)) expect(body).toContain(`<code>${code}</code>`);
    expect(body).not.toMatch(/<script|<link|<img|src=|@import|url\(/i);
    const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    for (const id of targets) expect(body).toContain(`id="${id}"`);
  });
});

function codesIn({ description }: { description: string }): string[] {
  return [...description.matchAll(/`([a-z_]+)`/g)].map(([, code = ""]) => code).filter((code) => code in ERRORS);
}

/** A shape with every reference replaced by what it names, as zod writes it without a registry. */
function withoutReferences(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(withoutReferences);
  if (typeof shape !== "object" || shape === null) return shape;
  if ("$ref" in shape && typeof shape.$ref === "string") {
    return withoutReferences(document.components.schemas[shape.$ref.split("/").at(-1) ?? ""]);
  }
  return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, withoutReferences(value)]));
}
