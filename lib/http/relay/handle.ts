import { readBytes } from "@/lib/http/body";
import type { Handler } from "@/lib/http/handle";
import type { AppPorts } from "@/lib/http/ports";
import { answerRelay } from "@/lib/http/relay/answer";
import { watchArrival } from "@/lib/http/relay/arrival";
import type { RelayRoute } from "@/lib/http/relay/route";

/** A row for those who speak Fetch. */
export function relayHandler(app: AppPorts, route: RelayRoute): Handler {
  return async (c) => {
    const request = c.req.raw;
    const { status, headers, text, handed } = await answerRelay(app, route, {
      url: request.url,
      path: c.req.param(),
      headers: request.headers,
      connection: c.env,
      get signal() {
        return request.signal;
      },
      hasHungUp: () => request.signal.aborted,
      readBytes: (limit) => readBytes(request, limit),
    });
    if (handed) watchArrival(handed, c.env?.outgoing);
    return new Response(text, { status, headers });
  };
}
