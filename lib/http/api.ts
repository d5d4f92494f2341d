import { createAuthenticate } from "@/lib/http/bearer";
import { keyHandler, publicHandler, type Handler } from "@/lib/http/handle";
import type { AppPorts, Connection } from "@/lib/http/ports";
import { relayHandler } from "@/lib/http/relay/handle";
import { RELAY_ROUTES } from "@/lib/http/relay/routes/index";
import { baseHeaders, errorReply } from "@/lib/http/reply";
import { ROUTES } from "@/lib/http/routes";
import { unmatchedHandler } from "@/lib/http/unmatched";
import { Hono } from "hono";

export type Api = Hono<{ Bindings: Connection }>;

/** The whole REST API as one Hono app. Give it every path that `isApiPath` takes; it answers all of them itself. */
export function createApi(app: AppPorts): Api {
  const unmatched = unmatchedHandler(app.log, [...ROUTES, ...RELAY_ROUTES]);
  const api = emptyApi(app, unmatched);
  const authenticate = createAuthenticate(app);
  for (const route of ROUTES) {
    const path = route.path.replace("{id}", ":id");
    if (route.scope === null) api.on(route.method, path, publicHandler(app, route));
    else api.on(route.method, path, exactMethod(keyHandler(app, authenticate, route), unmatched));
  }
  // An app of its own: beside `…/participants/me` and `…/participants/{pid}` Hono takes its slow router for all rows.
  const relay = createRelayApi(app, unmatched);
  for (const path of ["/v1/info", "/v1/sessions", "/v1/sessions/*"])
    api.all(path, (c) => relay.fetch(c.req.raw, c.env));
  return api;
}

function createRelayApi(app: AppPorts, unmatched: Unmatched): Api {
  const api = emptyApi(app, unmatched);
  for (const route of RELAY_ROUTES) {
    const handler = exactMethod(relayHandler(app, route), unmatched);
    api.on(route.method, route.path.replace(/\{(\w+)\}/g, ":$1"), handler);
  }
  return api;
}

type Unmatched = ReturnType<typeof unmatchedHandler>;

function emptyApi(app: AppPorts, unmatched: Unmatched): Api {
  const api: Api = new Hono();
  api.notFound(unmatched);
  api.onError((error, c) => errorReply(error, baseHeaders(), c.req.raw, app.log));
  return api;
}

/** Hono answers HEAD with the row of GET; here that would mark as picked up what nobody was sent. */
function exactMethod(handler: Handler, otherwise: (...c: Parameters<Handler>) => Response): Handler {
  return async (c) => (c.req.method === "HEAD" ? otherwise(c) : handler(c));
}

/** Whether a path belongs to the API; `//v1` too, so that no page behind it ever answers for the API. */
export function isApiPath(pathname: string): boolean {
  return API_PATH.test(pathname);
}

const API_PATH = /^\/+(?:v1(?:\/|$)|healthz\/?$|\.well-known\/jwks\.json\/?$)/;
