import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, statusOf } from "./question";
import { familyOf, until, untilGone } from "./processes";
import { startServer, type TestServer } from "@/e2e/support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
});

function pagesProcess(): number {
  return familyOf(server.pid).find(({ command }) => command.includes("pages-server"))?.pid ?? 0;
}

it("keeps the API up while Next is gone, says so on a page, and brings it back", async () => {
  const { id, humanUrl } = await ask(server);
  const before = pagesProcess();
  process.kill(before, "SIGKILL");
  await untilGone([before]);
  const page = await fetch(server.origin);
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("2");
  expect(await page.text()).toContain("Back in a moment");
  expect(await statusOf(server, id)).toBe(200);
  expect((await fetch(humanUrl)).status).toBe(200);
  expect(await (await fetch(`${server.origin}/healthz`)).json()).toEqual({ status: "ok", pages: "down" });
  await until(async () => (await fetch(server.origin)).status === 200, 20_000, "no page came back");
  expect(await (await fetch(`${server.origin}/healthz`)).json()).toEqual({ status: "ok", pages: "up" });
  expect(pagesProcess()).not.toBe(before);
});

it("replaces a Next process that hangs", async () => {
  const hanging = pagesProcess();
  process.kill(hanging, "SIGSTOP");
  await untilGone([hanging], 60_000);
  await until(async () => (await fetch(server.origin)).status === 200, 20_000, "no page came back");
  expect(server.log()).toContain("does not react any more");
});

it("ends the Next process of a server that was killed", async () => {
  const child = pagesProcess();
  await server.kill();
  await untilGone([child]);
  await server.restart();
});

it("passes pages through whole: status, headers and body", async () => {
  const found = await fetch(server.origin);
  expect(found.headers.get("x-content-type-options")).toBe("nosniff");
  expect(found.headers.get("x-powered-by")).toBeNull();
  expect(await found.text()).toContain("<h1>Sess</h1>");
  const missing = await fetch(`${server.origin}/nowhere`);
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining("There is nothing here")]);
});

it("answers an upgrade that nobody takes with 404", async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(server.origin);
    const asking = request({
      port,
      host: "127.0.0.1",
      path: "/chat",
      headers: { connection: "Upgrade", upgrade: "websocket" },
    });
    asking.once("response", (reply) => resolve(reply.resume().statusCode));
    asking.once("upgrade", () => reject(new Error("it was taken")));
    asking.once("error", reject).end();
  });
  expect(status).toBe(404);
});
