import { openMount } from "@/e2e/support/mount";
import { RELAY_ROUTES } from "@/lib/http/relay/routes/index";
import { ROUTES } from "@/lib/http/routes";
import { ERRORS } from "@sess.si/protocol";
import { z } from "zod";
import * as protocol from "@sess.si/protocol";
import { describe, expect, it } from "vitest";

const { api } = await openMount();
const { document } = api;

const interaction = {
  mode: "interactive",
  title: "Which table?",
  description: "For tonight.",
  source: {
    kind: "sess_surface",
    components: [
      { type: "heading", text: "Tonight" },
      { type: "text", text: "Two are free." },
      { type: "record", label: "Facts", fields: { from: "19:00" } },
      {
        type: "field",
        name: "wish",
        label: "Wish",
        description: "Anything?",
        required: false,
        multiline: true,
        schema: { type: "string", minLength: 1, maxLength: 90 },
        value: "window",
      },
    ],
  },
  actions: [{ id: "book", label: "Book", intent: "approve" }],
};

/** One full document for each body that a call takes. */
const REQUESTS = {
  CreateInteractionRequest: { interaction, expires_in: 60 },
  PublishRequest: { response_event_id: "evt_aaaaaaaaaaaa", interaction },
  CompleteRequest: { response_event_id: "evt_aaaaaaaaaaaa" },
  WithdrawRequest: {},
};

const everything = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** The relay's calls have a suite of their own. */
const ofRelay = new Set(RELAY_ROUTES.map(({ operationId }) => operationId));
const operations = everything.filter(({ operation }) => !ofRelay.has(operation.operationId));

describe("the document", () => {
  it("has every row of the router, and no other", () => {
    const described = everything.map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(
      [...ROUTES, ...RELAY_ROUTES].map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it.each(operations)("leads to something at $method $path", async ({ path, method }) => {
    const { status, body } = await api.call(method, path.replace("{id}", "int_aaaaaaaaaaaa"), { key: null });
    if (status === 404) expect(body.error.message).not.toBe("There is nothing here.");
    else expect([200, 401]).toContain(status);
  });

  it.each(Object.entries(REQUESTS))("takes and refuses a %s as the server does", (name, full) => {
    const described = z.fromJSONSchema(
      withoutReferences(document.components.schemas[name]) as z.core.JSONSchema.JSONSchema,
    );
    const contract = (protocol as unknown as Record<string, z.ZodType>)[name] as z.ZodType;
    const documents = [full, null, { ...full, unknown: 1 }, ...omissions(full)];
    for (const each of documents) {
      expect(described.safeParse(each).success, JSON.stringify(each)).toBe(contract.safeParse(each).success);
    }
    expect(described.safeParse(full).success).toBe(true);
  });

  it.each(operations)("names what any call may come to at $method $path", async ({ path, method, operation }) => {
    const at = path.replace("{id}", "int_aaaaaaaaaaaa");
    const isOpen = operation.security.length === 0;
    const replies = [
      await api.call(method, `${at}?nonsense=1`, isOpen ? { key: null } : {}),
      await api.call(method, at, { key: null }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(isOpen ? [400, 200] : [400, 401]);
    for (const { status, headers } of replies) {
      const described = operation.responses[String(status)];
      expect(described, String(status)).toBeDefined();
      for (const name of ["retry-after", "www-authenticate"]) {
        const isNamed = Object.keys(described?.headers ?? {}).some((header) => header.toLowerCase() === name);
        expect(isNamed, `${status} ${name}`).toBe(headers.has(name));
      }
    }
    const waits = Object.entries(operation.responses).filter(([, reply]) => reply.headers?.["Retry-After"]);
    const mayWait = Object.keys(operation.responses).filter((status) => status === "429" || status === "503");
    expect(waits.map(([status]) => status)).toEqual(mayWait);
  });

  it("says that what reads the database may find it away", () => {
    for (const { path, operation } of operations) {
      const isStatic = path === "/v1/openapi.json" || path === "/v1/docs";
      expect("503" in operation.responses, path).toBe(!isStatic);
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
    const ids = everything.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("the page", () => {
  it("shows every call, every code and every shape, and loads nothing", async () => {
    const { status, body, headers } = await api.get("/v1/docs", { key: null });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    for (const { path, operation } of everything) {
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

/** The document without one of its properties, for every property at any depth. */
function omissions(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, place) => omissions(item).map((less) => value.with(place, less)));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const { [name]: _, ...rest } = value as Record<string, unknown>;
    return [rest, ...omissions(inner).map((less) => ({ ...value, [name]: less }))];
  });
}

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
