import type { Context } from "hono";
import { planOf } from "@/lib/accounts/plans";
import { requireScope } from "@/lib/ask/verbs/require-scope";
import type { KeyActor } from "@/lib/actor";
import type { Authenticate } from "@/lib/http/bearer";
import { readJson } from "@/lib/http/body";
import { PLAIN_PAGE_HEADERS } from "@/lib/http/plain-page";
import type { AppPorts, Connection } from "@/lib/http/ports";
import { readQuery } from "@/lib/http/query";
import { baseHeaders, errorReply, etag, jsonReply, type ReplyHeaders } from "@/lib/http/reply";
import type { Call, KeyRoute, PublicRoute } from "@/lib/http/route";
import { ProtocolError } from "@sess.si/protocol";

export type ApiContext = Context<{ Bindings: Connection }>;
export type Handler = (c: ApiContext) => Promise<Response>;

/** Turns a request into a call of the row's verb, and what it says into a reply. */
export function keyHandler(app: AppPorts, authenticate: Authenticate, route: KeyRoute): Handler {
  return async (c) => {
    const request = c.req.raw;
    const headers = baseHeaders();
    try {
      const actor = await authenticate(request.headers, c.env);
      headers["Sess-Workspace-Id"] = actor.workspaceId;
      app.limits.countCall(actor.keyId, planOf(actor.plan).requestsPerMinute);
      const recheck = () => authenticate(request.headers, c.env);
      const reply = await route.run(await readCall(c, app, { actor, recheck }, route));
      addEtag(headers, reply);
      return jsonReply(route.status, reply, headers);
    } catch (error) {
      return errorReply(error, headers, request, app.log);
    }
  };
}

export function publicHandler(app: AppPorts, route: PublicRoute): Handler {
  return async (c) => {
    const headers = baseHeaders();
    try {
      readQuery(c.req.url, undefined);
      const reply = await route.read(app);
      headers["Cache-Control"] = route.cacheControl;
      if (typeof reply !== "string") return jsonReply(route.status, reply, headers);
      if ("mediaType" in route.reply) headers["Content-Type"] = `${route.reply.mediaType}; charset=utf-8`;
      Object.assign(headers, PLAIN_PAGE_HEADERS);
      return new Response(reply, { status: route.status, headers });
    } catch (error) {
      return errorReply(error, headers, c.req.raw, app.log);
    }
  };
}

interface Caller {
  actor: KeyActor;
  recheck(): Promise<KeyActor>;
}

async function readCall(c: ApiContext, app: AppPorts, caller: Caller, route: KeyRoute): Promise<Call> {
  const request = c.req.raw;
  const ctx = {
    ...caller,
    ask: app.ask,
    // Making a signal costs something, and only a wait needs one.
    get signal() {
      return request.signal;
    },
  };
  // The verb asks again; asked here too, a key that may not is told so before its body is read.
  requireScope(ctx, route.scope);
  return {
    ctx,
    id: route.path.includes("{id}") ? interactionId(c) : "",
    query: readQuery(c.req.url, route.query),
    conditions: conditions(request.headers),
    body: route.method === "GET" ? undefined : await readBody(request, route),
  };
}

/** Ids hold nothing that would need decoding; the database never sees what cannot be one. */
function interactionId(c: ApiContext): string {
  const id = c.req.param("id") ?? "";
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw new ProtocolError("not_found", "There is no such interaction.");
  return id;
}

function conditions(headers: Headers): Call["conditions"] {
  const idempotencyKey = headers.get("idempotency-key");
  const ifMatch = headers.get("if-match");
  return {
    ...(idempotencyKey === null ? {} : { idempotencyKey }),
    ...(ifMatch === null ? {} : { ifMatch }),
  };
}

async function readBody(request: Request, route: KeyRoute): Promise<unknown> {
  const body = await readJson(request);
  if (body !== undefined || route.body?.required !== true) return body;
  throw new ProtocolError("invalid_arguments", "This call needs a JSON body.", { field: "" });
}

function addEtag(headers: ReplyHeaders, reply: object): void {
  if (!("interaction" in reply) || typeof reply.interaction !== "object" || reply.interaction === null) return;
  if ("revision" in reply.interaction) headers["ETag"] = etag(Number(reply.interaction.revision));
}
