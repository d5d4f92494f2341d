import { baseHeaders, errorReply } from "@/lib/http/reply";
import { createLog, type Log } from "@/lib/log";
import { sharedRuntime } from "@/lib/shared-runtime";
import { errorEnvelope, ProtocolError } from "@sess.si/protocol";

/** A Next route handler that answers as the front process does: the same Hono apps, the same verbs. */
export async function answerInNext(request: Request): Promise<Response> {
  if (process.env.SESS_ROLE === "pages") return notHere();
  const asked = uncompressed(request);
  const reply = await answered(asked);
  // Next never reads what is left of a body, and the next request on that connection would wait behind it for ever.
  if (asked.body !== null && !asked.bodyUsed) reply.headers.set("Connection", "close");
  return reply;
}

async function answered(request: Request): Promise<Response> {
  try {
    return await (await sharedRuntime()).fetch(request);
  } catch (error) {
    return errorReply(error, baseHeaders(), request, (log ??= createLog("error")));
  }
}

let log: Log | undefined;

/** Behind the front, which answers these paths itself; what it passes on is a strange spelling of one (`/%68ealthz`). */
function notHere(): Response {
  const error = new ProtocolError("not_found", "There is nothing here.");
  return Response.json(errorEnvelope(error), { status: error.status });
}

/** Next compresses every reply itself, also one that is compressed already: nobody could read it. */
function uncompressed(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("accept-encoding");
  return new Request(request, { headers });
}
