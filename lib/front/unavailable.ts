import type { ServerResponse } from "node:http";
import { isApiPath } from "@/lib/http/api";
import { DOCS_STYLE } from "@/lib/http/docs-style";
import { PLAIN_PAGE_HEADERS } from "@/lib/http/plain-page";
import { errorEnvelope, ProtocolError } from "@sess.si/protocol";

const RETRY_S = 2;

/** Before the process can do its work: the API's envelope to a program, the page to a person. */
export function replyStarting(pathname: string, response: ServerResponse): void {
  if (!isApiPath(pathname)) return replyBackInAMoment(response);
  reply(response, "application/json; charset=utf-8", STARTING);
}

const STARTING = JSON.stringify(
  errorEnvelope(new ProtocolError("unavailable", "The server is starting. Try again in a moment.")),
);

/** What a person sees while what they asked for is being started. It asks again by itself, unless it was a form. */
export function replyBackInAMoment(response: ServerResponse): void {
  const isReading = ["GET", "HEAD"].includes(response.req.method ?? "");
  reply(response, "text/html; charset=utf-8", isReading ? AGAIN : BACK);
}

function page(says: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>Back in a moment</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<main>
<h1>Back in a moment</h1>
<p>${says}</p>
</main>
</body>
</html>
`;
}

const AGAIN = page(
  "This page is being started. It opens by itself in a few seconds.",
  `<meta http-equiv="refresh" content="${RETRY_S}">\n`,
);
const BACK = page("The server is being started. In a few seconds, go back and send it again.");

function reply(response: ServerResponse, type: string, body: string): void {
  response.writeHead(503, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "Retry-After": String(RETRY_S),
    ...PLAIN_PAGE_HEADERS,
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}
