import type { Duplex } from "node:stream";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { answerClientError } from "@/lib/front/client-error";
import { createDrain, type Drain } from "@/lib/front/drain";
import { serveWithoutOffer } from "@/lib/front/replay";
import { replyStarting } from "@/lib/front/unavailable";
import type { PagesProxy } from "@/lib/front/pages-proxy";
import type { Log } from "@/lib/http/ports";
import { pathOf } from "@/lib/http/request-target";
import type { Runtime } from "@/lib/runtime";
import { isSocketPath } from "@/lib/ws/handshake";
import { errorEnvelope, ProtocolError } from "@sess.si/protocol";

/** What answers, once there is something to answer with. */
export interface Inside {
  runtime: Pick<Runtime, "answers" | "direct" | "fetch" | "sockets">;
  pages: Pick<PagesProxy, "forward" | "upgrade">;
  log: Log;
}

/** The one server of the port. It listens before the rest is up and says so until `open` is called. */
export interface Front {
  server: Server;
  drain: Drain;
  open(inside: Inside): void;
}

const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
const CHECK_MS = 5_000;
/** Longer than load balancers keep an idle connection (60 s), so that they close first. */
const KEEP_ALIVE_MS = 65_000;

/** Makes the server of the port, not listening yet; bounds what a client may take its time for. */
export function createFront(): Front {
  let answer = (request: IncomingMessage, response: ServerResponse): void =>
    replyStarting(pathOf(request.url ?? "/"), response);
  let inside: Inside | null = null;
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
      // Refused by `route`, in the envelope.
      requireHostHeader: false,
    },
    (request, response) => answer(request, response),
  );
  // The limit is their size. Beyond a number Node would leave out the rest, and with it perhaps a body's length.
  server.maxHeadersCount = 0;
  const drain = createDrain(server);
  server.on("upgrade", (request, socket, head) => {
    const earlier = drain.repliesOn(socket).at(-1);
    const isOurs = isWebSocket(request) && isSocketPath(pathOf(request.url ?? "/"));
    const { sockets } = inside?.runtime ?? {};
    if (isOurs && inside !== null && sockets) {
      const { log } = inside;
      return afterReply(earlier, socket, () => takeOver(() => sockets.upgrade(request, socket, head), socket, log));
    }
    if (inside === null || !isHotReload(request)) {
      return serveWithoutOffer(server, { request, socket, head, earlier });
    }
    drain.hold(socket);
    inside.pages.upgrade(request, socket, head);
  });
  server.on("connect", (_, socket) => {
    socket.on("error", () => socket.destroy());
    answerClientError(new Error("no tunnels here"), socket, drain.repliesOn(socket));
  });
  server.on("clientError", (error, socket) => answerClientError(error, socket, drain.repliesOn(socket)));
  return {
    server,
    drain,
    open: (ready) => {
      inside = ready;
      answer = route(ready);
    },
  };
}

/** A reply that is on its way has to be whole before its connection is no longer HTTP. */
function afterReply(earlier: ServerResponse | undefined, socket: Duplex, upgrade: () => void): void {
  // Nobody else listens to it any more, or yet.
  socket.on("error", () => socket.destroy());
  if (earlier === undefined) upgrade();
  else earlier.once("close", () => socket.destroyed || upgrade());
}

/** A fault over one connection must not be the end of all others. */
function takeOver(upgrade: () => void, socket: Duplex, log: Log): void {
  try {
    upgrade();
  } catch (error) {
    log.error({ err: error }, "a socket failed before it was open");
    socket.destroy();
  }
}

function isHotReload(request: IncomingMessage): boolean {
  return (
    process.env.NODE_ENV === "development" && isWebSocket(request) && pathOf(request.url ?? "/").startsWith("/_next/")
  );
}

function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

function route({ runtime, pages, log }: Inside): (request: IncomingMessage, response: ServerResponse) => void {
  const own = getRequestListener((request, env) => runtime.fetch(request, env), {
    hostname: "localhost",
    errorHandler: (error) => refusal(error instanceof RequestError ? MALFORMED : ownFault(error, log)),
  });
  return (request, response) => {
    const path = pathOf(request.url ?? "/");
    // `OPTIONS *` is about the server as a whole, of which there is nothing to say.
    if (!path.startsWith("/")) return void response.writeHead(400).end();
    if (!hasOneHost(request)) return refuse(response, MALFORMED);
    if (runtime.direct?.(request, response, path)) return;
    if (runtime.answers(path)) void own(request, response);
    else pages.forward(request, response);
  };
}

/** RFC 9112, 3.2: never two, of which a proxy before us may have believed the other; HTTP/1.0 needs none. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

function isHost(name: string | undefined): boolean {
  return name?.length === 4 && name.toLowerCase() === "host";
}

const MALFORMED = new ProtocolError(
  "invalid_arguments",
  "The Host header or the path is missing or malformed, or there are two Host headers.",
);

function ownFault(error: unknown, log: Log): ProtocolError {
  log.error({ err: error }, "a request failed outside the API");
  return new ProtocolError("internal", "Something went wrong on our side. It was logged.");
}

function refusal(error: ProtocolError): Response {
  return Response.json(errorEnvelope(error), { status: error.status });
}

function refuse(response: ServerResponse, error: ProtocolError): void {
  const body = JSON.stringify(errorEnvelope(error));
  const headers = { "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(body) };
  response.writeHead(error.status, { ...headers, Connection: "close" }).end(body);
}
