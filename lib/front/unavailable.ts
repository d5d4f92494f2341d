import type { ServerResponse } from "node:http";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Back in a moment</title>
<body style="font: 1.125rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
<h1>Back in a moment</h1>
<p>This page is being started. Please reload it in a few seconds.</p>
</html>
`;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Retry-After": "2",
  "X-Content-Type-Options": "nosniff",
};

/** What a person sees while the pages process is being started. */
export function replyBackInAMoment(response: ServerResponse): void {
  response.writeHead(503, { ...HEADERS, "Content-Length": Buffer.byteLength(PAGE) });
  response.end(response.req.method === "HEAD" ? undefined : PAGE);
}

const STARTING = JSON.stringify({
  error: { code: "unavailable", message: "The server is starting. Try again in a moment.", retryable: true },
});

/** The API's answer before the process can do its work. */
export function replyStarting(response: ServerResponse): void {
  response.writeHead(503, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": "2",
    "Content-Length": Buffer.byteLength(STARTING),
  });
  response.end(response.req.method === "HEAD" ? undefined : STARTING);
}
