import { createServer, request, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPagesProxy, type PagesProxy } from "@/lib/front/pages-proxy";

let folder: string;
let pages: Server;
let front: Server;
let proxy: PagesProxy;
let up: boolean;
let warnings: object[];
let answer: RequestListener;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sess-proxy-"));
  up = true;
  warnings = [];
  pages = createServer((inner, reply) => answer(inner, reply));
  pages.listen(join(folder, "s"));
  await once(pages, "listening");
  proxy = createPagesProxy({
    child: { socketPath: join(folder, "s"), isUp: () => up },
    trustedProxies: 0,
    log: { warn: (detail) => void warnings.push(detail) },
    silenceMs: 300,
  });
  front = createServer(proxy.forward);
  front.on("upgrade", proxy.upgrade);
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
});
afterEach(() => {
  proxy.close();
  for (const server of [front, pages]) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true });
});

function port(): number {
  return (front.address() as AddressInfo).port;
}

async function ask(options: { path?: string; method?: string; body?: string } = {}): Promise<IncomingMessage> {
  const asking = request({ port: port(), host: "127.0.0.1", agent: false, ...options });
  asking.end(options.body);
  const [reply] = (await once(asking, "response")) as [IncomingMessage];
  return reply;
}

async function textOf(stream: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

describe("forward", () => {
  it("passes method, path, body, status and every header of the page", async () => {
    answer = async (inner, reply) => {
      const body = await textOf(inner);
      reply.writeHead(
        418,
        "Teapot",
        [
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
          ["X-Page", "yes"],
        ].flat(),
      );
      reply.end(`${inner.method} ${inner.url} ${body}`);
    };
    const reply = await ask({ method: "POST", path: "/p//q?x=%20y", body: "hello" });
    expect([reply.statusCode, reply.statusMessage]).toEqual([418, "Teapot"]);
    expect(reply.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"], "x-page": "yes" });
    expect(await textOf(reply)).toBe("POST /p//q?x=%20y hello");
  });

  it("shows the beginning of a page before its end is there", async () => {
    let finish = (): void => undefined;
    answer = (_, reply) => {
      reply.write("first ");
      finish = () => void reply.end("last");
    };
    const reply = await ask();
    const [first] = (await once(reply, "data")) as [Buffer];
    expect(first.toString()).toBe("first ");
    finish();
    expect(await textOf(reply)).toBe("last");
  });

  it("tells the page when its reader has gone", async () => {
    const left = new Promise<void>((resolve) => {
      answer = (inner, reply) => {
        reply.write("and so on");
        inner.once("close", () => resolve());
      };
    });
    const reply = await ask();
    await once(reply, "data");
    reply.destroy();
    await left;
  });

  it("answers 503 with Retry-After while there is no page", async () => {
    up = false;
    const reply = await ask();
    expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([503, "2"]);
    expect(await textOf(reply)).toContain("Back in a moment");
  });

  it("answers 503 when the page dies before it said anything, and cuts a page that dies halfway", async () => {
    answer = (inner) => inner.socket.destroy();
    expect((await ask()).resume().statusCode).toBe(503);
    answer = (inner, reply) => {
      reply.writeHead(200, { "Content-Length": 100 });
      reply.write("half", () => inner.socket.destroy());
    };
    await expect(ask().then(textOf)).rejects.toThrow("aborted");
  });

  it("answers 503 for a page that says nothing, and waits for one that has begun", async () => {
    answer = () => undefined;
    expect((await ask()).resume().statusCode).toBe(503);
    expect(warnings).toEqual([{ ms: 300 }]);
    answer = (_, reply) => {
      reply.write("first ");
      setTimeout(() => reply.end("last"), 600);
    };
    expect(await textOf(await ask())).toBe("first last");
    expect(warnings).toHaveLength(1);
  });

  it("has no body for HEAD", async () => {
    up = false;
    expect(await textOf(await ask({ method: "HEAD" }))).toBe("");
  });
});

describe("upgrade", () => {
  const HELLO = "GET /_next/hmr HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n";

  it("joins both ends", async () => {
    pages.on("upgrade", (_, inner) => {
      inner.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
      inner.pipe(inner);
    });
    const socket = connect(port(), "127.0.0.1");
    socket.write(HELLO);
    const [head] = (await once(socket, "data")) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 101 .*\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n$/s);
    socket.write("ping");
    const [echo] = (await once(socket, "data")) as [Buffer];
    expect(echo.toString()).toBe("ping");
    socket.destroy();
  });

  it("passes a refusal on", async () => {
    answer = (_, reply) => void reply.writeHead(404).end();
    const socket = connect(port(), "127.0.0.1");
    socket.write(HELLO);
    const [head] = (await once(socket, "data")) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 404 /);
    await once(socket, "close");
  });
});
