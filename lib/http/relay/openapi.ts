import type { Operation, Parameter, Reply } from "@/lib/http/openapi-document";
import type { RelayRoute } from "@/lib/http/relay/route";
import { RELAY_ERRORS, RelayErrorEnvelope, type RelayErrorCode } from "@sess.si/protocol";

/** Describes one row of the relay, in the document of the whole API. */
export function relayOperation(route: RelayRoute, nameOf: (schema: object) => string): Operation {
  const parameters = parametersOf(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: ["Relay"],
    ...(route.token !== null && { description: `Takes ${route.token}.` }),
    security: route.token === null ? [] : [{ relayToken: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: { required: route.body.required, content: json(nameOf(route.body.schema)) },
    }),
    responses: {
      [route.status]: { description: route.summary, content: json(nameOf(route.reply)) },
      ...failuresOf(route, nameOf(RelayErrorEnvelope)),
    },
  };
}

const IDS: Record<string, string> = {
  sid: "The session's id.",
  pid: "A participant's id.",
  cid: "The command's id.",
  note_id: "The note's id.",
  token_id: "The supervisor token's id.",
};

function parametersOf({ path, query = {} }: RelayRoute): Parameter[] {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): Parameter => {
    return { name, in: "path", required: true, description: IDS[name] ?? "", schema: { type: "string" } };
  });
  const asked = Object.entries(query).map(([name, { description, schema }]): Parameter => {
    return { name, in: "query", required: false, description, schema };
  });
  return [...named, ...asked];
}

/** Every code that the row can give, one reply for each status. */
function failuresOf(route: RelayRoute, envelope: string): Record<string, Reply> {
  const codesByStatus = new Map<number, RelayErrorCode[]>();
  for (const code of new Set([...commonErrors(route), ...route.errors])) {
    const { status } = RELAY_ERRORS[code];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  const replies = [...codesByStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\``).join(" or "),
      ...headersOf(status),
      content: json(envelope),
    },
  ]);
  return Object.fromEntries(replies);
}

function headersOf(status: number): Pick<Reply, "headers"> {
  if (status === 401) return { headers: { "WWW-Authenticate": { schema: { type: "string", const: "Bearer" } } } };
  if (status !== 429 && status !== 503) return {};
  return { headers: { "Retry-After": { schema: { type: "integer", minimum: 1 } } } };
}

/** Whatever a token is for, it may have been good once. */
const TOKEN_ERRORS = [
  "unauthorized",
  "account_token_invalid",
  "permission_denied",
  "join_token_expired",
  "join_token_revoked",
  "participant_removed",
  "participant_evicted",
] as const satisfies readonly RelayErrorCode[];

function commonErrors({ token, path, body, query }: RelayRoute): RelayErrorCode[] {
  return [
    ...(body || query ? (["validation_error"] as const) : []),
    ...(body ? (["payload_too_large"] as const) : []),
    ...(token === null ? [] : TOKEN_ERRORS),
    ...(path.includes("{sid}") ? (["session_not_found", "relay_full", "persistence_failed"] as const) : []),
    "internal",
    "relay_unavailable",
  ];
}

function json(name: string): Reply["content"] {
  return { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
}
