import { docsPage } from "@/lib/http/docs-page";
import { openapiText } from "@/lib/http/openapi";
import { RELAY_ROUTES } from "@/lib/http/relay/routes/index";
import type { PublicRoute, Route } from "@/lib/http/route";
import { Health, JwkSet } from "@sess.si/protocol";

/** What anybody may read. The document and its page describe all the rows, these included. */
export function publicRoutes(routes: () => readonly Route[]): PublicRoute[] {
  const openapi: PublicRoute = {
    method: "GET",
    path: "/v1/openapi.json",
    operationId: "readOpenApi",
    summary: "This document",
    scope: null,
    reply: { mediaType: "application/json", description: "An OpenAPI 3.1 document." },
    status: 200,
    errors: [],
    cacheControl: "public, max-age=300",
    read: () => openapiText(routes(), RELAY_ROUTES),
  };

  const docs: PublicRoute = {
    method: "GET",
    path: "/v1/docs",
    operationId: "readDocs",
    summary: "This document as a page to read",
    scope: null,
    reply: { mediaType: "text/html", description: "An HTML page." },
    status: 200,
    errors: [],
    cacheControl: "public, max-age=300",
    read: () => docsPage(routes(), RELAY_ROUTES),
  };
  return [jwks, health, openapi, docs];
}

const jwks: PublicRoute = {
  method: "GET",
  path: "/.well-known/jwks.json",
  operationId: "readReceiptKeys",
  summary: "Public keys that receipts are signed with",
  scope: null,
  reply: JwkSet,
  status: 200,
  errors: ["unavailable"],
  cacheControl: "public, max-age=60",
  read: (app) => app.ask.receipts.jwks(),
};

const health: PublicRoute = {
  method: "GET",
  path: "/healthz",
  operationId: "readHealth",
  summary: "Whether the server can do its work",
  scope: null,
  reply: Health,
  status: 200,
  errors: ["unavailable"],
  cacheControl: "no-store",
  read: (app) => app.health(),
};
