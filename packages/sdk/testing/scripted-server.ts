import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Seen {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Said {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

/** What the server does with one request: reply, break the connection, or say nothing more. */
export type Step = Said | "cut" | "cut in body" | "hang" | "hang in body" | ((seen: Seen) => Step | Promise<Step>);

export interface Scripted {
  origin: string;
  seen: Seen[];
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A real server on a real socket that plays the steps in order; the last one is repeated. */
export async function scriptedServer(...steps: Step[]): Promise<Scripted> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void readRequest(request).then((one) => {
      seen.push(one);
      void play(steps[Math.min(seen.length, steps.length) - 1] ?? { status: 500 }, one, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, seen, stop, [Symbol.asyncDispose]: stop };
}

async function readRequest(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  };
}

async function play(step: Step, seen: Seen, response: ServerResponse): Promise<void> {
  if (typeof step === "function") return play(await step(seen), seen, response);
  if (step === "hang") return;
  if (step === "cut") return void response.socket?.destroy();
  if (step === "cut in body" || step === "hang in body") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"interaction": {', () => {
      if (step === "cut in body") response.socket?.destroy();
    });
    return;
  }
  response.writeHead(step.status ?? 200, { "content-type": "application/json", ...step.headers });
  response.end(step.text ?? JSON.stringify(step.json ?? {}));
}
