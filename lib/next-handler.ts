import { sharedRuntime } from "@/lib/shared-runtime";

/** A Next route handler that answers as the front process does: the same Hono apps, the same verbs. */
export async function answerInNext(request: Request): Promise<Response> {
  return sharedRuntime().fetch(uncompressed(request));
}

/** Next compresses every reply itself, also one that is compressed already: nobody could read it. */
function uncompressed(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("accept-encoding");
  return new Request(request, { headers });
}
