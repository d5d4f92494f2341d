import { filled, jsonIn, terminal, type Terminal } from "@/e2e/clients/shell";
import type { Json } from "@/e2e/support/api";
import { expect } from "vitest";

/** A call of whoever holds the keys, beside the scripts. */
export async function call(url: string, method: string, token: string | null, body?: object): Promise<Json> {
  const reply = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const read = await reply.json();
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${JSON.stringify(read)}`);
  return read;
}

/** A worker's shell, as somebody starts it who was given an invite link. */
export function work(invite: string, relay: string = new URL(invite).origin): Terminal {
  const { pathname, searchParams } = new URL(invite);
  const shell = terminal("bash");
  const [sid = "", jt = ""] = [pathname.split("/").at(-1), searchParams.get("jt") ?? undefined];
  shell.type(filled("worker.sh", { relay, session_id: sid, jt }));
  shell.child.stdin?.end();
  return shell;
}

/** The two worked examples with curl, played together; what they print is checked. */
export async function hostAndWorker(relay: string): Promise<void> {
  const host = terminal("bash");
  const [creating = "", waiting = "", sending = ""] = filled("host.sh", { relay }).split(/(?=# Hand out|# A command)/);
  host.type(`${creating}echo "$SID $CREATOR $SUPERVISOR $INVITE"\n${waiting}`);
  const [sid = "", creator = "", supervisor = "", invite = ""] = await host.until((output) =>
    /^(\S+) (\S+) (\S+) (http\S+)\n/m.exec(output)?.slice(1),
  );
  const path = `${relay}/v1/sessions/${sid}`;
  const worker = work(invite, relay);
  const replies = () => jsonIn(host.output().slice(host.output().indexOf("\n") + 1)) ?? [];

  const [arrived, list] = await host.until(() => (replies().length === 2 ? replies() : null));
  const pid = arrived.messages[0].payload.participant.participant_id;
  expect(arrived).toMatchObject({ timed_out: false, messages: [{ name: "participant.joined", seq: null }] });
  expect(list.roster.map(({ role }: Json) => role)).toEqual(["host", "worker"]);

  host.type(sending.replaceAll("<pid>", pid));
  host.child.stdin?.end();
  expect([await host.ended, host.faults()]).toEqual([0, ""]);
  const [, , sent, results] = replies();
  expect(sent).toMatchObject({ command_id: expect.any(String), delivered_to: [pid] });
  expect(results.messages).toMatchObject([
    { name: "result.received", payload: { responder_id: pid, status: "ok", payload: { answer: "…" } } },
    { name: "command.completed", payload: { command_id: sent.command_id } },
  ]);

  for (const kind of ["halt", "continue"])
    await call(`${path}/supervisor/notes`, "POST", supervisor, { kind, target: pid });
  await expect.poll(() => worker.faults()).toBe("told to halt\ntold to continue\n");
  // The next wait acknowledges them: it is waiting when the session ends.
  const entry = async () => (await call(`${path}/participants`, "GET", creator)).roster[1];
  await expect.poll(async () => (await entry()).unacked).toBe(0);
  await call(path, "DELETE", creator);
  expect([await worker.ended, worker.faults()]).toEqual([0, "told to halt\ntold to continue\n"]);
  expect(jsonIn(worker.output())).toMatchObject([
    { kind: "smoke", instructions: "echo what you receive" },
    { command_id: sent.command_id },
    { error: { code: "session_not_found" } },
  ]);
}
