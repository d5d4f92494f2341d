import { openSess } from "@/e2e/sdk/open-sess";
import { browserLaunch } from "@/e2e/support/browser";
import { Person } from "@/e2e/support/person";
import { chromium, type Browser, type Page } from "@playwright/test";
import type * as Sdk from "@sess.si/sdk";
import { build } from "esbuild";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

declare const sdk: typeof Sdk;

const sess = openSess();
let site: Server;
let browser: Browser;
let page: Page;
let script: string;

/** A page of somebody else's, at an origin of its own, that has the library and nothing of Node. */
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [resolve("packages/sdk/src/index.ts")],
    alias: { "@sess.si/protocol": resolve("packages/protocol/src/index.ts") },
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    globalName: "sdk",
  });
  script = outputFiles[0]?.text ?? "";
  site = createServer((request, response) => {
    const isScript = request.url === "/sdk.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : '<!doctype html><title>Shop</title><script src="/sdk.js"></script>');
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  browser = await chromium.launch(browserLaunch());
  page = await browser.newPage();
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

test("a page at another origin asks, waits, verifies and completes", async () => {
  const access = { apiKey: sess.server.apiKey, origin: sess.server.origin };
  const created = await page.evaluate(async (options) => {
    const client = new sdk.SessClient(options);
    const field = { name: "answer", type: "text", label: "Name" } as const;
    return client.interactions.ask({ question: "Who are you?", fields: [field] });
  }, access);
  const answer = page.evaluate(
    async ([options, id]) => {
      const client = new sdk.SessClient(options);
      const outcome = await client.interactions.waitForResponse(id, { revision: 1 });
      if (!("response" in outcome)) throw new Error(outcome.state);
      const verified = await client.receipts.verifyResponse(outcome);
      await client.interactions.complete(id, { revision: 1, responseEventId: verified.eventId });
      return verified;
    },
    [access, created.id] as const,
  );
  await new Person(created.humanUrl).answer("submit", { answer: "Ann" });
  expect(await answer).toMatchObject({
    verified: true,
    values: { answer: "Ann" },
    workspaceId: sess.server.workspaceId,
  });
});

test("its errors are the same, except that a browser does not say whether it ever connected", async () => {
  const errors = await page.evaluate(
    async (options) => {
      const failed = (work: Promise<unknown>) => work.then(String, ({ kind, code, outcome }) => [kind, code, outcome]);
      const list = (more: object) => failed(new sdk.SessClient({ ...options, ...more }).interactions.list());
      return [await list({ apiKey: "sess_sk_nobody" }), await list({ origin: "http://localhost:9" })];
    },
    { apiKey: sess.server.apiKey, origin: sess.server.origin },
  );
  expect(errors).toEqual([
    ["api", "unauthorized", "rejected"],
    ["transport", "connection_broken", "unknown"],
  ]);
});

test("agents in pages at another origin meet in a session, change it and end it", async () => {
  const talk = await page.evaluate(async (origin) => {
    const relay = new sdk.RelayClient({ origin });
    const made = await relay.createSession({ purpose: { kind: "page" } });
    const host = await relay.join(made.session_id, { joinToken: made.creator_token, role: "host", capabilities: [] });
    const worker = await relay.joinLink(made.invite_url, { role: "worker", capabilities: ["echo"] });
    const working = (async () => {
      for await (const event of worker.events())
        if (event.name === "command.received") await worker.respond(event.payload.command_id, { payload: "pong" });
    })();
    await relay.updatePurpose(made.session_id, made.creator_token, { kind: "other" });
    await host.send({ dispatch: "all", target: { capability: "echo" }, payload: "ping" });
    const [result] = await host.waitForEvent({ names: ["result.received"] });
    await host.updateSelf({ objective: "to see" });
    await relay.deleteSession(made.session_id, made.creator_token);
    await working;
    return [result?.payload, await relay.access(made.session_id, made.creator_token).catch(({ code }) => code)];
  }, sess.server.origin);
  expect(talk).toMatchObject([{ status: "ok", payload: "pong" }, expect.anything()]);
});

test("a page of the relay's own origin gets its events by the browser's WebSocket", async () => {
  const own = await browser.newPage({ bypassCSP: true });
  await own.goto(`${sess.server.origin}/healthz`);
  await own.addScriptTag({ content: script });
  const got = await own.evaluate(async () => {
    const relay = new sdk.RelayClient({ origin: location.origin, transport: "socket" });
    const made = await relay.createSession();
    const me = await relay.joinLink(made.invite_url);
    for (const message of ["one", "two"])
      await relay.postOrder(made.session_id, made.supervisor_token, { kind: "note", target: "all", message });
    const messages: unknown[] = [];
    for await (const event of me.events()) {
      if (event.name === "supervisor.note") messages.push(event.payload.message);
      if (messages.length === 2) break;
    }
    await relay.deleteSession(made.session_id, made.creator_token);
    return messages;
  });
  expect(got).toEqual(["one", "two"]);
  await own.close();
});
