import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { pipeline, type Duplex } from "node:stream";
import { headersForPages } from "@/lib/front/forwarded";
import type { Log } from "@/lib/http/ports";
import type { PagesChild } from "@/lib/front/pages-child";
import { replyBackInAMoment } from "@/lib/front/unavailable";

/** Passes requests and upgrades to the pages process, as streams. */
export interface PagesProxy {
  forward(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

const HOP = new Set(["connection", "keep-alive", "transfer-encoding", "proxy-connection", "upgrade"]);

const SILENCE_MS = 60_000;

/** Speaks to the pages process over its socket, and for it while it is not there. */
export function createPagesProxy(options: {
  child: Pick<PagesChild, "socketPath" | "isUp">;
  trustedProxies: number;
  log: Pick<Log, "warn">;
  /** How long a page may say nothing before its first byte. */
  silenceMs?: number;
}): PagesProxy {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const send = (request: IncomingMessage, more: object): ClientRequest =>
    httpRequest({
      socketPath: options.child.socketPath,
      method: request.method ?? "GET",
      path: request.url ?? "/",
      headers: headersForPages(request, options.trustedProxies),
      setHost: false,
      ...more,
    });

  return {
    forward: (request, response) => {
      if (!options.child.isUp()) return replyBackInAMoment(response);
      const inner = send(request, { agent });
      endSilence(inner, options.silenceMs ?? SILENCE_MS, (ms) =>
        options.log.warn({ ms }, "a page did not answer: its reader was told to try again"),
      );
      passThrough(request, response, inner);
    },
    upgrade: (request, socket, head) => {
      if (!options.child.isUp())
        return void socket.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n");
      const headers = {
        ...headersForPages(request, options.trustedProxies),
        connection: "Upgrade",
        upgrade: request.headers.upgrade,
      };
      join(socket, head, send(request, { agent: false, headers }));
    },
    close: () => agent.destroy(),
  };
}

function endSilence(inner: ClientRequest, ms: number, say: (ms: number) => void): void {
  inner.setTimeout(ms, () => {
    say(ms);
    inner.destroy(new Error("the page did not answer"));
  });
  inner.once("response", () => inner.setTimeout(0));
}

function passThrough(request: IncomingMessage, response: ServerResponse, inner: ClientRequest): void {
  inner.once("response", (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.statusMessage, rawWithoutHop(reply));
    // Headers first: a page that streams shows its beginning at once.
    response.flushHeaders();
    pipeline(reply, response, () => undefined);
  });
  inner.once("error", () => {
    if (response.headersSent) response.destroy();
    else replyBackInAMoment(response);
  });
  response.once("close", () => response.writableFinished || inner.destroy());
  pipeline(request, inner, () => undefined);
}

/** As written by the page, repeated names (Set-Cookie) and all. */
function rawWithoutHop(reply: IncomingMessage): string[] {
  const kept: string[] = [];
  for (let i = 0; i < reply.rawHeaders.length; i += 2) {
    const name = reply.rawHeaders[i] ?? "";
    if (!HOP.has(name.toLowerCase())) kept.push(name, reply.rawHeaders[i + 1] ?? "");
  }
  return kept;
}

function join(socket: Duplex, head: Buffer, inner: ClientRequest): void {
  socket.once("error", () => inner.destroy());
  socket.once("close", () => inner.destroy());
  inner.once("upgrade", (reply, innerSocket, innerHead) => {
    const lines = [`HTTP/1.1 101 ${reply.statusMessage ?? ""}`];
    for (let i = 0; i < reply.rawHeaders.length; i += 2)
      lines.push(`${reply.rawHeaders[i]}: ${reply.rawHeaders[i + 1]}`);
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(innerHead);
    innerSocket.write(head);
    pipeline(socket, innerSocket, () => undefined);
    pipeline(innerSocket, socket, () => undefined);
  });
  inner.once("response", (reply) => {
    socket.end(`HTTP/1.1 ${reply.statusCode} ${reply.statusMessage}\r\nConnection: close\r\n\r\n`);
    reply.resume();
  });
  inner.once("error", () => socket.destroy());
  inner.end();
}
