import { spawn } from "node:child_process";
import { once } from "node:events";

const SOURCE = `
import { createServer } from "node:http";
const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

/** The least a Node server can do, in a process of its own, to hold our CPU per request against. */
export async function bareServer(): Promise<{ origin: string; pid: number; stop(): void }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", SOURCE], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { origin: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid ?? 0, stop: () => child.kill() };
}
