import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { clientAddress } from "@/lib/http/client-address";
import type { AppPorts } from "@/lib/http/ports";
import { asRelayError, noted } from "@/lib/http/relay/error-reply";
import { relayOf } from "@/lib/http/relay/answer";
import type { RelayPorts } from "@/lib/relay/ports";
import { endingOf, endingOfRefusal } from "@/lib/ws/close";
import { openFirehoseSocket } from "@/lib/ws/firehose-socket";
import { readHandshake, SUBPROTOCOL, type Handshake } from "@/lib/ws/handshake";
import { openParticipantSocket } from "@/lib/ws/participant-socket";
import { Peer } from "@/lib/ws/peer";
import { refuseUpgrade } from "@/lib/ws/refuse-upgrade";
import { RELAY_SESSION_ID, RelayError } from "@sess.si/protocol";
import { WebSocketServer, type ServerOptions, type WebSocket } from "ws";

/** The WebSockets of the front process. */
export interface Sockets {
  /** Takes a connection that asks for a socket of ours. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Takes no more from now on, and when the relay has said its last, ends those that it has not ended itself. */
  drain(relayDrained: Promise<unknown>): Promise<void>;
}

/** After this a peer that does not answer a close is cut off, and what waits for it is given up. */
const CLOSE_MS = 2_000;
/** Frames of so many times the longest that is taken are not even read to their end. */
const LONGEST_FRAME = 4;

/** Builds the doors for sockets; pages of other origins than these get none. */
export function createSockets(app: AppPorts, origins: readonly string[]): Sockets {
  const server = new WebSocketServer(optionsOf(app));
  let isDraining = false;
  return {
    upgrade: (request, raw, head) => {
      const handshake = readHandshake(request);
      const { origin } = request.headers;
      if (handshake === null) return refuseUpgrade(raw, new RelayError("session_not_found", "There is nothing here."));
      if (origin !== undefined && !origins.includes(origin)) return refuseUpgrade(raw, FOREIGN);
      if (isDraining) return refuseUpgrade(raw, new RelayError("relay_unavailable", "The relay is restarting."));
      const address = clientAddress(new Headers(forwardedOf(request)), { incoming: request }, app.trustedProxies);
      server.handleUpgrade(request, raw, head, (socket) => void serve(app, { socket, raw, handshake, address }));
    },
    drain: async (relayDrained) => {
      isDraining = true;
      await relayDrained;
      const { code, reason } = endingOf("restart");
      server.clients.forEach((socket) => socket.close(code, reason));
    },
  };
}

// Its types do not know `closeTimeout` yet.
function optionsOf(app: AppPorts): ServerOptions & { closeTimeout: number } {
  return {
    noServer: true,
    clientTracking: true,
    perMessageDeflate: false,
    maxPayload: relayOf(app).settings.limits.max_ws_frame_bytes * LONGEST_FRAME,
    closeTimeout: CLOSE_MS,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  };
}

const FOREIGN = new RelayError("permission_denied", "Pages of another origin may not open a socket here.");

function forwardedOf({ headers }: IncomingMessage): Record<string, string> {
  const forwarded = headers["x-forwarded-for"];
  return forwarded === undefined ? {} : { "x-forwarded-for": String(forwarded) };
}

interface Upgraded {
  socket: WebSocket;
  raw: Duplex;
  handshake: Handshake;
  address: string;
}

/** A refusal is a close code, since a browser is not told the status of an upgrade that failed. */
async function serve(app: AppPorts, { socket, raw, handshake, address }: Upgraded): Promise<void> {
  const relay = relayOf(app);
  const { ws_ping_seconds, max_ws_frame_bytes } = relay.settings.limits;
  const peer = new Peer(socket, raw, { pingMs: ws_ping_seconds * 1000, maxFrameBytes: max_ws_frame_bytes });
  // What the peer says before its stream is there has to wait for it.
  socket.pause();
  try {
    await open(relay, { peer, handshake, address });
  } catch (error) {
    peer.close(endingOfRefusal((asRelayError(error, app.log) ?? noted(error, app.log)).code));
  } finally {
    socket.resume();
  }
}

async function open(
  relay: RelayPorts,
  { peer, handshake, address }: { peer: Peer; handshake: Handshake; address: string },
): Promise<void> {
  const { sessionId, credential, stream, cursor } = handshake;
  if (!credential.ticket && !credential.bearer) throw new RelayError("unauthorized", "This needs a token.");
  if (!RELAY_SESSION_ID.test(sessionId)) throw new RelayError("session_not_found", "There is no such session.");
  if (Number.isNaN(cursor)) throw new RelayError("validation_error", "The cursor is no number.");
  const ctx = { relay, credential, address, signal: NEVER };
  await (stream === "events" ? openParticipantSocket : openFirehoseSocket)(ctx, handshake, peer);
}

/** A stream ends with its socket, not with a request. */
const NEVER = new AbortController().signal;
