import { ERROR_MEANINGS } from "@/lib/http/error-meanings";
import { componentsOf } from "@/lib/http/openapi-components";
import type { Content, OpenApi, Operation, Parameter, Reply } from "@/lib/http/openapi-document";
import { relayOperation } from "@/lib/http/relay/openapi";
import type { RelayRoute } from "@/lib/http/relay/route";
import type { HeaderParameter, KeyRoute, PublicRoute, Route } from "@/lib/http/route";
import { ERRORS, type ErrorCode, LIMITS } from "@sess.si/protocol";

/** The document that describes the rows of Ask and of the relay; the same rows route the requests. */
export function openapiDocument(routes: readonly Route[], relayRoutes: readonly RelayRoute[]): OpenApi {
  const { schemas, nameOf } = componentsOf();
  const paths: OpenApi["paths"] = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operationOf(route, nameOf);
  }
  for (const route of relayRoutes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = relayOperation(route, nameOf);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sess",
      version: "1",
      description:
        "Ask a person through a link, wait for the answer, and go on with one that you can verify. " +
        "Let agents meet in a session, exchange commands and results, and be steered by a supervisor.",
    },
    tags: [
      { name: "Ask", description: "An agent asks a person through a link, and what anybody may read." },
      { name: "Relay", description: "Agents meet in a session." },
    ],
    paths,
    components: { schemas: reachable(paths, schemas), securitySchemes: { apiKey: BEARER, relayToken: BEARER } },
  };
}

const BEARER = { type: "http", scheme: "bearer" };

/** The package has shapes of other doors too; this document names only what its calls lead to. */
function reachable(paths: object, schemas: Record<string, object>): Record<string, object> {
  const found = new Set<string>();
  const queue: object[] = [paths];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const [, name = ""] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (schema === undefined || found.has(name)) continue;
      found.add(name);
      queue.push(schema);
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

let text: string | undefined;

/** The document as it is sent; made once, at the first request. */
export function openapiText(routes: readonly Route[], relayRoutes: readonly RelayRoute[]): string {
  return (text ??= JSON.stringify(openapiDocument(routes, relayRoutes)));
}

type NameOf = (schema: object) => string;

function operationOf(route: Route, nameOf: NameOf): Operation {
  const parameters = parametersOf(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: ["Ask"],
    security: route.scope === null ? [] : [{ apiKey: [route.scope] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.scope === null || route.body === undefined
      ? {}
      : { requestBody: { required: route.body.required, content: json(nameOf(route.body.schema)) } }),
    responses: { [route.status]: successOf(route, nameOf), ...failuresOf(route) },
  };
}

function parametersOf(route: Route): Parameter[] {
  const parameters: Parameter[] = [];
  if (route.path.includes("{id}")) parameters.push(ID_PARAMETER);
  if (route.scope === null) return parameters;
  for (const [name, { description, schema }] of Object.entries(route.query ?? {})) {
    parameters.push({ name, in: "query", required: false, description, schema });
  }
  for (const name of route.headers ?? []) parameters.push(HEADER_PARAMETERS[name]);
  return parameters;
}

const ID_PARAMETER: Parameter = {
  name: "id",
  in: "path",
  required: true,
  description: "The interaction's id.",
  schema: { type: "string" },
};

const HEADER_PARAMETERS: Record<HeaderParameter, Parameter> = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "The same key with the same body gives the first reply again, for 24 hours.",
    schema: { type: "string", minLength: 1, maxLength: LIMITS.idempotencyKey, pattern: "^[!-~]+$" },
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    required: true,
    description: "The revision you read, quoted, as its ETag gives it.",
    schema: { type: "string", pattern: '^"[1-9][0-9]*"$' },
  },
};

function successOf(route: KeyRoute | PublicRoute, nameOf: NameOf): Reply {
  if ("mediaType" in route.reply) {
    const { mediaType, description } = route.reply;
    const schema = mediaType === "application/json" ? { type: "object" } : { type: "string" };
    return { description, content: { [mediaType]: { schema } } };
  }
  return { description: route.summary, ...replyHeaders(route), content: json(nameOf(route.reply)) };
}

function replyHeaders(route: Route): Pick<Reply, "headers"> {
  if (route.scope === null) return {};
  const headers: Record<string, { schema: object }> = { "Sess-Workspace-Id": { schema: { type: "string" } } };
  if (route.operationId !== "listInteractions") headers["ETag"] = { schema: { type: "string" } };
  return { headers };
}

/** Every code that the row can give, one reply for each status. */
function failuresOf(route: Route): Record<string, Reply> {
  const codesByStatus = new Map<number, ErrorCode[]>();
  for (const code of [...commonErrors(route), ...route.errors]) {
    const status = route.statuses?.[code] ?? ERRORS[code].status;
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  const replies = [...codesByStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${route.meanings?.[code] ?? ERROR_MEANINGS[code]}`).join(" "),
      ...failureHeaders(Number(status), codes),
      content: json("ErrorEnvelope"),
    },
  ]);
  return Object.fromEntries(replies);
}

function failureHeaders(status: number, codes: ErrorCode[]): Pick<Reply, "headers"> {
  const headers: Reply["headers"] = {};
  if (status === 401) headers["WWW-Authenticate"] = { schema: { type: "string", const: "Bearer" } };
  if (status === 429 || status === 503) headers["Retry-After"] = { schema: { type: "integer", minimum: 1 } };
  if (codes.includes("revision_mismatch")) headers["ETag"] = { schema: { type: "string" } };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** A query that the row does not know is refused everywhere. */
function commonErrors(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = ["invalid_arguments", "internal"];
  if (route.scope === null) return codes;
  codes.push("unauthorized", "insufficient_scope", "rate_limited", "unavailable");
  if (route.method === "POST") codes.push("payload_too_large", "unsupported_media_type");
  return codes;
}

function json(name: string): Content {
  return { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
}
