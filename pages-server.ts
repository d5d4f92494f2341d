import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { dirname } from "node:path";
import next from "next";
import { answerForLife } from "@/lib/front/pages-life";

/** The pages process: Next on a socket of its own. The front started it, watches over it and talks to the world. */
const socketPath = process.env.SESS_PAGES_SOCKET ?? "";
if (socketPath === "" || process.send === undefined) throw new Error("The front process starts this one: npm start");
rmSync(socketPath, { force: true });

// The front bounds what the world may send; its connections to this process stay open.
const server = createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
// Next takes the upgrades of its hot reload from the server itself.
const app = next({ dev: process.env.NODE_ENV === "development", dir: process.cwd(), httpServer: server });
await app.prepare();
const handle = app.getRequestHandler();
server.on("request", (request, response) => void handle(request, response));
answerForLife(process);
server.listen(socketPath, () => process.send?.("up"));

// The front has let every request finish before.
process.once("SIGTERM", () => process.exit(0));
process.once("SIGINT", () => undefined);
// A front that was killed cannot stop this process.
process.once("disconnect", () => {
  rmSync(dirname(socketPath), { recursive: true, force: true });
  process.exit(0);
});
