import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppPorts } from "@/lib/http/ports";
import { answerRelay } from "@/lib/http/relay/answer";
import type { RelayReply, RelayRequest } from "@/lib/http/relay/message";
import { watchArrival } from "@/lib/http/relay/arrival";
import type { RelayRoute } from "@/lib/http/relay/route";
import { RELAY_ROUTES } from "@/lib/http/relay/routes/index";
import type { Result } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";

/** Answers a request and says so, or leaves it to the door for everybody. */
export type DirectDoor = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/**
 * The relay's rows without the objects of Fetch, which cost more than most of its calls do. Whatever is not a plain
 * call of a row goes the way of everything else: another method, an address with escapes, a body of unknown length.
 */
export function createDirectDoor(app: AppPorts): DirectDoor {
  const find = rowFinder();
  const most = app.relay?.settings.limits.max_body_bytes ?? 0;
  return (request, response, path) => {
    if (!PLAIN_PATH.test(path) || !isPlain(request, most)) return false;
    const found = find(request.method ?? "", path);
    if (found === undefined) return false;
    const [route, parameters] = found;
    void answerRelay(app, route, receive(request, response, parameters)).then((reply) => send(response, reply));
    return true;
  };
}

type Found = [RelayRoute, Record<string, string>];

/** The quick router takes no row beside which another has a name for the same place, as `me` has for `{pid}`. */
function rowFinder(): (method: string, path: string) => Found | undefined {
  const [exact, others] = [new RegExpRouter<RelayRoute>(), new RegExpRouter<RelayRoute>()];
  for (const route of RELAY_ROUTES) {
    const rows = route.path.includes("{pid}") ? others : exact;
    rows.add(route.method, route.path.replace(/\{(\w+)\}/g, ":$1"), route);
  }
  return (method, path) => firstOf(exact.match(method, path)) ?? firstOf(others.match(method, path));
}

function firstOf([rows, values]: Result<RelayRoute>): Found | undefined {
  const first = rows[0];
  if (first === undefined) return undefined;
  const [route, places] = first;
  const parameters = Object.entries(places).map(([name, place]) => [name, values?.[Number(place)] ?? ""]);
  return [route, Object.fromEntries(parameters)];
}

const PLAIN_PATH = /^\/v1(?:\/[\w-]+)+$/;

function isPlain({ headers, url = "" }: IncomingMessage, mostBytes: number): boolean {
  if (url.includes("#") || headers["transfer-encoding"] !== undefined) return false;
  return Number(headers["content-length"] ?? 0) <= mostBytes;
}

function receive(request: IncomingMessage, response: ServerResponse, path: Record<string, string>): RelayRequest {
  let controller: AbortController | undefined;
  const hasHungUp = () => (response.destroyed || request.socket.destroyed) && !response.writableFinished;
  return {
    url: request.url ?? "",
    path,
    headers: { get: (name) => request.headersDistinct[name]?.join(", ") ?? null },
    connection: { incoming: request, outgoing: response },
    get signal() {
      controller ??= abortOnClose(response, hasHungUp);
      return controller.signal;
    },
    hasHungUp,
    readBytes: () => readWhole(request),
  };
}

function abortOnClose(response: ServerResponse, hasHungUp: () => boolean): AbortController {
  const controller = new AbortController();
  const look = () => hasHungUp() && controller.abort();
  look();
  response.once("close", look);
  return controller;
}

/** As long as its Content-Length, which `isPlain` has looked at. */
function readWhole(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once("error", reject);
  });
}

function send(response: ServerResponse, { status, headers, text, handed }: RelayReply): void {
  if (handed) watchArrival(handed, response);
  if (response.destroyed) return;
  headers["Content-Length"] = String(text === null ? 0 : Buffer.byteLength(text));
  response.writeHead(status, headers).end(text);
}
