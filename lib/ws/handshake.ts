import type { IncomingMessage } from "node:http";
import { bearerOf } from "@/lib/http/bearer";
import { readTarget } from "@/lib/http/request-target";
import type { Credential, TicketStream } from "@/lib/relay/ports";

/** The one subprotocol that the relay selects; its peers are greeted and acknowledge by frame. */
export const SUBPROTOCOL = "sessionweave.v1";

/** What a request for a socket asks for. */
export interface Handshake {
  sessionId: string;
  stream: TicketStream;
  credential: Credential;
  /** Whether the peer offered the subprotocol. */
  isGreeted: boolean;
  /** `last_acked_seq` of a participant's stream, `after_seq` of a firehose; NaN for what is no number. */
  cursor: number | null;
}

const PLACES: Record<string, { stream: TicketStream; cursor: string }> = {
  "participants/me/events": { stream: "events", cursor: "last_acked_seq" },
  firehose: { stream: "firehose", cursor: "after_seq" },
};

/** Whether this path is a socket's. */
export function isSocketPath(pathname: string): boolean {
  return placeOf(pathname) !== null;
}

/** Reads a request for a socket; null when its path is not one of ours. */
export function readHandshake({ url = "/", headers }: Pick<IncomingMessage, "url" | "headers">): Handshake | null {
  const { path, query } = readTarget(url);
  const place = placeOf(path);
  if (place === null) return null;
  const protocols = listed(headers["sec-websocket-protocol"]);
  const ticket = named(protocols, "ticket.");
  const bearer =
    bearerOf(headers.authorization ?? null) ?? named(protocols, "bearer.") ?? query.get("token") ?? undefined;
  return {
    sessionId: place.sessionId,
    stream: place.stream,
    credential: ticket === undefined ? { bearer } : { ticket },
    isGreeted: protocols.includes(SUBPROTOCOL),
    cursor: numberOf(query.get(place.cursor)),
  };
}

function placeOf(pathname: string): { sessionId: string; stream: TicketStream; cursor: string } | null {
  const [, sessionId = "", rest = ""] = /^\/v1\/sessions\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
  const place = Object.hasOwn(PLACES, rest) ? PLACES[rest] : undefined;
  return place === undefined ? null : { sessionId, ...place };
}

function listed(header: string | undefined): string[] {
  return header === undefined ? [] : header.split(",").map((name) => name.trim());
}

function named(protocols: readonly string[], prefix: string): string | undefined {
  return protocols.find((name) => name.startsWith(prefix))?.slice(prefix.length);
}

function numberOf(text: string | null): number | null {
  if (text === null || text === "") return null;
  return /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
}
