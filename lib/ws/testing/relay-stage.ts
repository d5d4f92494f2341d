import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AppPorts } from "@/lib/http/ports";
import type { FirehoseSink, ParticipantStream, RelayHost, RelayPorts, StreamSink } from "@/lib/relay/ports";
import { createSockets } from "@/lib/ws/sockets";
import { RELAY_LIMITS, type RelayError, type RelayLimits } from "@sess.si/protocol";
import { WebSocket, type ClientOptions } from "ws";

export const SID = "s".repeat(22);
export const EVENTS = `/v1/sessions/${SID}/participants/me/events`;
export const FIREHOSE = `/v1/sessions/${SID}/firehose`;

export interface Attached {
  caller: unknown;
  options: object;
  sink: StreamSink;
  /** What the door reported, in order. */
  told: unknown[][];
}

export interface RelayStage {
  streams: Attached[];
  firehoses: { sink: FirehoseSink; options: object; closed: boolean }[];
  /** What attaching is refused with, from now on. */
  refusal: RelayError | Error | null;
  logged: object[];
  open(path: string, protocols?: string[], options?: ClientOptions): WebSocket;
  drain(relayDrained: Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** The doors for sockets on a port, in front of a relay that only takes notes. */
export async function relayStage(limits: Partial<RelayLimits> = {}): Promise<RelayStage> {
  const stage = { streams: [], firehoses: [], refusal: null, logged: [] } as unknown as RelayStage;
  const relay = {
    host: hostOf(stage),
    settings: { limits: { ...RELAY_LIMITS, ...limits }, adminDigest: null },
    tickets: { redeem: (ticket: string) => (ticket === "good" ? { kind: "token", digest: "by ticket" } : null) },
  } as unknown as RelayPorts;
  const log = { warn: () => undefined, error: (detail: object) => void stage.logged.push(detail) };
  const sockets = createSockets({ relay, log, trustedProxies: 0 } as unknown as AppPorts, ["http://own.example"]);
  const server = createServer().on("upgrade", (request, socket, head) => sockets.upgrade(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const opened = new Set<WebSocket>();
  stage.open = (path, protocols = [], options = {}) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, options);
    opened.add(socket);
    return socket;
  };
  stage.drain = (relayDrained) => sockets.drain(relayDrained);
  stage.close = async () => {
    opened.forEach((socket) => socket.terminate());
    await new Promise((resolve) => server.close(resolve));
  };
  return stage;
}

function hostOf(stage: RelayStage): Partial<RelayHost> {
  return {
    attachStream: async (_, caller, options, sink) => {
      if (stage.refusal !== null) throw stage.refusal;
      const told: unknown[][] = [];
      stage.streams.push({ caller, options, sink, told });
      const note =
        (name: string) =>
        (...values: unknown[]) =>
          void told.push([name, ...values]);
      const stream: ParticipantStream = {
        participantId: "p-1",
        lastSeq: 7,
        gap: null,
        acked: note("acked"),
        read: note("read"),
        window: note("window"),
        closed: note("closed"),
      };
      sink.opened(stream);
    },
    attachFirehose: async (_, __, options, sink) => {
      if (stage.refusal !== null) throw stage.refusal;
      const firehose = { sink, options, closed: false };
      stage.firehoses.push(firehose);
      sink.opened({ closed: () => void (firehose.closed = true) });
    },
  };
}

/** How a socket was closed: its code and reason. */
export async function ending(socket: WebSocket): Promise<[number, string]> {
  const [code, reason] = (await once(socket, "close")) as [number, Buffer];
  return [code, reason.toString()];
}
