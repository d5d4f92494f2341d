import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Relay } from "@/e2e/relay/support/relay";

/** Creates that many sessions from an address of this machine, each with another made-up address before it. */
export async function createsFrom(address: string, origin: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const headers = { "content-type": "application/json", "x-forwarded-for": `198.51.100.${statuses.length}` };
    const call = request(`${origin}/v1/sessions`, { method: "POST", headers, localAddress: address });
    call.end("{}");
    const [reply] = (await once(call, "response")) as [IncomingMessage];
    reply.resume();
    statuses.push(reply.statusCode ?? 0);
  }
  return statuses;
}

const LARGE = 200_000;
/** As many as one reply may carry. */
const COMMANDS = 40;

/** Large requests, and a large reply to somebody on a slow line. */
export async function fillAndDrainSlowly(relay: Relay): Promise<void> {
  const session = await relay.session();
  const [from, to] = await session.fill(2);
  if (from === undefined || to === undefined) throw new Error("nobody joined");
  for (let sent = 0; sent < COMMANDS; sent += 1) await from.send([to], { payload: "x".repeat(LARGE) });
  const headers = { authorization: `Bearer ${to.token}` };
  const call = request(`${relay.origin}${to.me}/inbox/drain`, { method: "POST", headers });
  call.end();
  const [reply] = (await once(call, "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of reply) {
    bytes += (chunk as Buffer).length;
    await pause(5);
  }
  if (bytes < (COMMANDS * LARGE) / 2) throw new Error(`the reply had ${bytes} bytes only`);
}
