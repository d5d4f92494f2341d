import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createApi } from "@/lib/http/api";
import type { AppPorts } from "@/lib/http/ports";
import { createDirectDoor } from "@/lib/http/relay/direct";
import { RELAY_ROUTES } from "@/lib/http/relay/routes/index";
import type { RelayHost } from "@/lib/relay/ports";
import { RELAY_LIMITS, RelayError } from "@sess.si/protocol";
import { afterEach, expect, it } from "vitest";

const SID = "s".repeat(22);
const INBOX = `/v1/sessions/${SID}/participants/me/inbox`;
const bearer = { authorization: "Bearer swp_1" };

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A server with the direct door alone; what it leaves to others comes back as 421. */
async function open(host: Partial<RelayHost>): Promise<{ app: AppPorts; origin: string }> {
  const settings = { limits: { ...RELAY_LIMITS, max_body_bytes: 100 }, adminDigest: null };
  const log = { warn: () => undefined, error: () => undefined };
  const app = { relay: { host, settings }, log, trustedProxies: 0 } as unknown as AppPorts;
  const door = createDirectDoor(app);
  server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    if (!door(request, response, path)) response.writeHead(421).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { app, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Every verb asks who is there first: that nobody is makes each row end in the same way, whatever it is about. */
const nobody = () => Promise.reject(new RelayError("session_not_found", "There is no such session."));
const NOBODY = { execute: nobody, wait: nobody, drainInbox: nobody, access: nobody, events: nobody, create: nobody };

/** A fault of our own, which a call that is not stubbed comes to, is logged under an id of its own. */
const withoutId = (text: string) => text.replace(/logged as [\w-]+/, "logged");

it.each(RELAY_ROUTES.map(({ method, path }) => [method, path]))(
  "%s %s says the same through both doors",
  async (method, path) => {
    const { app, origin } = await open(NOBODY);
    const api = createApi(app);
    const at = path.replace("{sid}", SID).replace(/\{\w+\}/g, "abc");
    for (const headers of [bearer, {}] as Record<string, string>[]) {
      for (const body of method === "GET" ? [undefined] : ["{}", "[", undefined, "x".repeat(100)]) {
        const init = { method, headers, ...(body !== undefined && { body }) };
        const [direct, fetched] = await Promise.all([fetch(origin + at, init), api.request(at, init)]);
        expect(direct.status).toBe(fetched.status);
        expect(withoutId(await direct.text())).toBe(withoutId(await fetched.text()));
        for (const [name, value] of fetched.headers) expect(direct.headers.get(name), name).toBe(value);
        expect(direct.status).not.toBe(421);
      }
    }
  },
);

it.each([
  ["PUT", `/v1/sessions/${SID}`, {}],
  ["HEAD", `/v1/sessions/${SID}`, {}],
  ["OPTIONS", `/v1/sessions/${SID}`, {}],
  ["GET", `/v1/sessions/${SID}/`, {}],
  ["GET", `/v1/sessions//participants`, {}],
  ["GET", `/v1/sessions/${SID}%2fparticipants`, {}],
  ["GET", "/v1/interactions", {}],
  ["POST", `${INBOX}/drain`, { body: "x".repeat(101) }],
  ["POST", `${INBOX}/drain`, { body: new Blob(["{}"]).stream(), duplex: "half" }],
])("leaves %s %s to the others", async (method, path, init) => {
  const { origin } = await open({});
  expect((await fetch(origin + path, { method, headers: bearer, ...init } as RequestInit)).status).toBe(421);
});

it("ends a wait whose caller hangs up, and sends nothing", async () => {
  let ended: () => void = () => undefined;
  const hungUp = new Promise<void>((resolve) => (ended = resolve));
  let waits: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (waits = resolve));
  const { origin } = await open({
    wait: (_sid, _caller, _input, signal) =>
      new Promise((_, reject) => {
        waits();
        signal.addEventListener("abort", () => {
          ended();
          reject(new RelayError("client_disconnect", "Gone."));
        });
      }),
  });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(`POST ${INBOX}/wait HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer swp_1\r\nContent-Length: 2\r\n\r\n{}`);
  await waiting;
  socket.destroy();
  await hungUp;
});

it("calls no verb for a body that ends too soon", async () => {
  let calls = 0;
  const { origin } = await open({ drainInbox: () => Promise.reject(new Error(String(calls++))) });
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(`POST ${INBOX}/drain HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer swp_1\r\nContent-Length: 9\r\n\r\n{}`);
  await once(server as Server, "request");
  socket.destroy();
  // A call after it on another connection is answered later than the first one was ended.
  const reply = await fetch(`${origin}${INBOX}/ack`, { method: "POST", headers: bearer, body: "[" });
  expect(reply.status).toBe(400);
  expect(calls).toBe(0);
});

it("does not take two tokens for one", async () => {
  const { origin } = await open({});
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const token = "Authorization: Bearer swp_1\r\n";
  socket.write(`GET /v1/sessions/${SID} HTTP/1.1\r\nHost: x\r\n${token}${token}\r\n`);
  const [reply] = (await once(socket, "data")) as [Buffer];
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});
