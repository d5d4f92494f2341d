import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const OFFER = new Set(["upgrade", "http2-settings"]);

interface Offered {
  request: IncomingMessage;
  socket: Duplex;
  /** What has arrived after the request's headers. */
  head: Buffer;
  /** The reply to an earlier request of this connection, if it is not at its end. */
  earlier: ServerResponse | undefined;
}

/**
 * Serves a request whose offer to change the protocol nobody takes as the HTTP/1.1 request that it also is (RFC 9110,
 * 7.8): `curl --http2` and Java's client offer h2c with every first request. Node has stopped parsing at its head, so
 * the connection starts over with that head, without the offer, before what has arrived since.
 */
export function serveWithoutOffer(server: Server, { request, socket, head, earlier }: Offered): void {
  const onError = (): void => void socket.destroy();
  // Nobody else listens until the server has the connection again.
  socket.on("error", onError);
  const startOver = (): void => {
    if (socket.destroyed) return;
    socket.off("error", onError);
    // The server adds its own again; without this they would pile up on a connection that offers at every request.
    socket.removeAllListeners("timeout");
    socket.unshift(Buffer.concat([headOf(request), head]));
    server.emit("connection", socket);
  };
  // A new start forgets the replies before it: what comes after them would never be sent.
  if (earlier === undefined) startOver();
  else earlier.once("close", startOver);
}

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (!OFFER.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}
