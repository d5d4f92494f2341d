import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filled, jsonIn, terminal, type Terminal } from "@/e2e/clients/shell";
import type { Json } from "@/e2e/support/api";
import { startServer, type TestServer } from "@/e2e/support/server";
import { afterAll, beforeAll, expect, it } from "vitest";

/** The worked examples of the protocol, against the product as `npm start` starts it, run as somebody who copied them. */
const PYTHON = process.env["SESS_PYTHON"] ?? "python3";

let server: TestServer;
let folder: string;
const running: Terminal[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sess-clients-"));
  server = await startServer();
});
afterAll(async () => {
  for (const { child } of running) if (child.exitCode === null) child.kill("SIGKILL");
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function begin(command: string, args: string[] = []): Terminal {
  const begun = terminal(command, args);
  running.push(begun);
  return begun;
}

/** A call of whoever holds the keys, beside the scripts. */
async function call(method: string, path: string, token: string | null, body?: object): Promise<Json> {
  const reply = await fetch(`${server.origin}/v1/sessions${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const read = await reply.json();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(read)}`);
  return read;
}

/** A worker's shell, as somebody starts it who was given an invite link. */
function work(invite: string): Terminal {
  const { origin, pathname, searchParams } = new URL(invite);
  const shell = begin("bash");
  const [sid = "", jt = ""] = [pathname.split("/").at(-1), searchParams.get("jt") ?? undefined];
  shell.type(filled("worker.sh", { relay: origin, session_id: sid, jt }));
  shell.child.stdin?.end();
  return shell;
}

it("a host and a worker with nothing but curl and jq", async () => {
  const host = begin("bash");
  const [beforePid = "", fromPid = ""] = filled("host.sh", { relay: server.origin }).split(
    /(?=call "\/\$SID\/commands")/,
  );
  const [creating = "", waiting = ""] = beforePid.split(/(?=# Hand out)/);
  host.type(`${creating}echo "$SID $CREATOR $SUPERVISOR $INVITE"\n${waiting}`);
  const [sid = "", creator = "", supervisor = "", invite = ""] = await host.until((output) =>
    /^(\S+) (\S+) (\S+) (http\S+)\n/m.exec(output)?.slice(1),
  );
  const worker = work(invite);
  const seen = () => jsonIn(host.output().slice(host.output().indexOf("\n") + 1)) ?? [];

  const [arrived, list] = await host.until(() => (seen().length === 2 ? seen() : null));
  const pid = arrived.messages[0].payload.participant.participant_id;
  expect(arrived).toMatchObject({ timed_out: false, messages: [{ name: "participant.joined", seq: null }] });
  expect(list.roster.map(({ role }: Json) => role)).toEqual(["host", "worker"]);

  host.type(fromPid.replaceAll("<pid>", pid));
  host.child.stdin?.end();
  expect([await host.ended, host.faults()]).toEqual([0, ""]);
  const [, , sent, results] = seen();
  expect(sent).toMatchObject({ command_id: expect.any(String), delivered_to: [pid] });
  expect(results.messages).toMatchObject([
    { name: "result.received", payload: { responder_id: pid, status: "ok", payload: { answer: "…" } } },
    { name: "command.completed", payload: { command_id: sent.command_id } },
  ]);

  for (const kind of ["halt", "continue"])
    await call("POST", `/${sid}/supervisor/notes`, supervisor, { kind, target: pid });
  await expect.poll(() => worker.faults()).toBe("told to halt\ntold to continue\n");
  await call("DELETE", `/${sid}`, creator);
  expect(await worker.ended).toBe(0);
  expect(jsonIn(worker.output())).toMatchObject([
    { kind: "smoke", instructions: "echo what you receive" },
    { command_id: sent.command_id },
    { error: { code: "session_not_found" } },
  ]);
  expect(worker.faults()).toBe("told to halt\ntold to continue\n");
});

it("a worker that is removed stops, and says why", async () => {
  const created = await call("POST", "", null, {});
  const worker = work(created.invite_url);
  const roster = async () => (await call("GET", `/${created.session_id}/participants`, created.creator_token)).roster;
  await expect.poll(async () => (await roster()).length).toBe(1);
  const [{ participant_id: pid }] = await roster();
  await call("DELETE", `/${created.session_id}/participants/${pid}`, created.creator_token);
  expect(await worker.ended).toBe(0);
  const said = worker.faults();
  expect(jsonIn(said.slice(said.indexOf("{")))).toMatchObject([{ error: { code: "participant_removed" } }]);
});

it("the poller in Python writes down all that comes, until the session ends, and until it has left itself", async () => {
  const created = await call("POST", "", null, {});
  const sid = created.session_id;
  const joined: Json[] = [];
  while (joined.length < 3) joined.push(await call("POST", `/${sid}/participants`, created.join_token, {}));
  const [sender, stays, leaves] = joined;
  const poll = ({ participant_token: token, participant_id: pid }: Json) => {
    const log = join(folder, `${pid}.log`);
    const args = ["e2e/clients/scripts/poller.py", server.origin, sid, token, pid, log];
    return { poller: begin(PYTHON, args), names: () => linesOf(log).map(({ name, status }) => name ?? status) };
  };
  const [first, second] = [poll(stays), poll(leaves)];
  const recipients = [stays, leaves].map(({ participant_id }) => participant_id);
  const target = { participant_ids: recipients };
  await call("POST", `/${sid}/commands`, sender.participant_token, { dispatch: "specific", target, payload: 1 });
  await expect.poll(() => second.names().at(-1)).toBe("command.received");
  await call("DELETE", `/${sid}/participants/me`, leaves.participant_token, { feedback: { summary: "…", rating: 5 } });
  expect([await second.poller.ended, second.names()]).toEqual([0, ["command.received", "participant.left"]]);

  await expect.poll(() => first.names().at(-1)).toBe("participant.left");
  await call("DELETE", `/${sid}`, created.creator_token);
  expect([await first.poller.ended, first.poller.faults()]).toEqual([0, ""]);
  expect(first.names()).toEqual(["participant.joined", "command.received", "participant.left", "session.ended"]);

  const late = poll(stays);
  expect(await late.poller.ended).toBe(0);
  expect(late.names().at(-1)).toBe(404);
});

function linesOf(path: string): Json[] {
  try {
    return readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
