import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createDrain, type Drain } from "@/lib/front/drain";
import { replyStarting } from "@/lib/front/unavailable";
import type { PagesProxy } from "@/lib/front/pages-proxy";
import type { Runtime } from "@/lib/runtime";
import { errorEnvelope, ProtocolError } from "@sess.si/protocol";

/** What answers, once there is something to answer with. */
export interface Inside {
  runtime: Runtime;
  pages: PagesProxy;
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

export function createFront(): Front {
  let answer = (_: IncomingMessage, response: ServerResponse): void => replyStarting(response);
  let inside: Inside | null = null;
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    (request, response) => answer(request, response),
  );
  server.on("upgrade", (request, socket, head) => {
    const hotReload = process.env.NODE_ENV === "development" && pathOf(request).startsWith("/_next/");
    if (inside !== null && hotReload) return inside.pages.upgrade(request, socket, head);
    socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
  });
  return {
    server,
    drain: createDrain(server),
    open: (ready) => {
      inside = ready;
      answer = route(ready);
    },
  };
}

function route({ runtime, pages }: Inside): (request: IncomingMessage, response: ServerResponse) => void {
  const own = getRequestListener((request, env) => runtime.fetch(request, { incoming: env.incoming }), {
    hostname: "localhost",
    errorHandler: () => malformed(),
  });
  return (request, response) => {
    // `OPTIONS *` is about the server as a whole, of which there is nothing to say.
    if (!pathOf(request).startsWith("/")) return void response.writeHead(400).end();
    if (runtime.answers(pathOf(request))) void own(request, response);
    else pages.forward(request, response);
  };
}

function malformed(): Response {
  const error = new ProtocolError("invalid_arguments", "The Host header or the path is malformed.");
  return Response.json(errorEnvelope(error), { status: error.status });
}

/** The path of a request line, whichever of its forms it has. */
function pathOf(request: IncomingMessage): string {
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
  return target.split(/[?#]/, 1)[0] || "/";
}
