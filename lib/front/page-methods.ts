import type { IncomingMessage, ServerResponse } from "node:http";

/** What a page takes. Next fails on TRACE and answers other methods as if they were GET. */
const METHODS = ["GET", "HEAD", "POST"];

/** Whether a page can have this; else it is refused here. */
export function takesMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if (METHODS.includes(request.method ?? "")) return true;
  const headers = { Allow: [...METHODS, "OPTIONS"].join(", "), "Cache-Control": "no-store" };
  if (request.method === "OPTIONS") response.writeHead(204, headers).end();
  else
    response.writeHead(405, { ...headers, "Content-Type": "text/plain" }).end(`This address takes ${headers.Allow}.\n`);
  return false;
}
