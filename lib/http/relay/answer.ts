import { bearerOf } from "@/lib/http/bearer";
import { clientAddress } from "@/lib/http/client-address";
import type { AppPorts } from "@/lib/http/ports";
import { readRelayBody } from "@/lib/http/relay/body";
import { relayErrorReply } from "@/lib/http/relay/error-reply";
import type { RelayCall, RelayRoute } from "@/lib/http/relay/route";
import type { RelayReply, RelayRequest } from "@/lib/http/relay/message";
import { baseHeaders } from "@/lib/http/reply";
import type { RelayBody, RelayPorts } from "@/lib/relay/ports";
import { RELAY_SESSION_ID, RelayError } from "@sess.si/protocol";

/** Turns a request into a call of the row's verb, and what it says into a reply. */
export async function answerRelay(app: AppPorts, route: RelayRoute, request: RelayRequest): Promise<RelayReply> {
  const headers = baseHeaders();
  try {
    const { status } = route;
    const reply = await route.run(await readCall(app, route, request));
    if (!("json" in reply)) return { status, headers, text: JSON.stringify(reply) };
    return { status, headers, text: reply.json, ...("finished" in reply && { handed: reply }) };
  } catch (error) {
    return relayErrorReply(error, headers, request, app.log);
  }
}

async function readCall(app: AppPorts, route: RelayRoute, request: RelayRequest): Promise<RelayCall> {
  const relay = relayOf(app);
  const { path, headers } = request;
  const bearer = bearerOf(headers.get("authorization"));
  // The verb asks again; asked here too, a caller without any token is told so before its body is read.
  if (route.token !== null && bearer === undefined)
    throw new RelayError("unauthorized", "This needs a token: `Authorization: Bearer <token>`.");
  const sid = sessionId(route, path);
  const body = route.body === undefined ? NO_BODY : await readBody(request, relay, route);
  const ctx = {
    relay,
    credential: { bearer },
    address: clientAddress(headers, request.connection, app.trustedProxies),
    get signal() {
      return request.signal;
    },
  };
  return { ctx, sid, path, query: readRelayQuery(request.url, route), body };
}

/** Where the relay is not, its rows say so, and that it may be there later. */
export function relayOf({ relay }: Pick<AppPorts, "relay">): RelayPorts {
  if (relay !== null) return relay;
  throw new RelayError(
    "relay_unavailable",
    "The relay runs in the front process only: start the server with npm start.",
  );
}

const NO_BODY: RelayBody = { value: undefined, text: "" };

/** The journal never sees what cannot be an id. */
function sessionId({ path: row }: RelayRoute, path: Record<string, string>): string {
  if (!row.includes("{sid}")) return "";
  const sid = path["sid"] ?? "";
  if (!RELAY_SESSION_ID.test(sid)) throw new RelayError("session_not_found", "There is no such session.");
  return sid;
}

async function readBody(request: RelayRequest, relay: RelayPorts, { body }: RelayRoute): Promise<RelayBody> {
  const read = await readRelayBody(request, relay.settings.limits.max_body_bytes);
  if (read.value !== undefined || body?.required !== true) return read;
  throw new RelayError("validation_error", "This call needs a JSON body.", { field: "" });
}

const NO_QUERY: Readonly<Record<string, string>> = {};

/** The parameters that the row knows; the others are somebody else's, such as a proxy's. */
function readRelayQuery(url: string, { query: known }: RelayRoute): Readonly<Record<string, string>> {
  const start = url.indexOf("?");
  if (known === undefined || start === -1) return NO_QUERY;
  const given = new URLSearchParams(url.slice(start));
  return Object.fromEntries(
    Object.keys(known).flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
