import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endTerminals, jsonIn, terminal } from "@/e2e/clients/shell";
import { call, hostAndWorker, work } from "@/e2e/clients/story";
import type { Json } from "@/e2e/support/api";
import { startServer, type TestServer } from "@/e2e/support/server";
import { afterAll, beforeAll, expect, it } from "vitest";

/** The worked examples of the protocol, against the product as `npm start` starts it, run as somebody who copied them. */
let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sess-clients-"));
  server = await startServer();
});
afterAll(async () => {
  endTerminals();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("a host and a worker with nothing but curl and jq", () => hostAndWorker(server.origin));

it("a worker that is removed stops, and says why", async () => {
  const created = await call(`${server.origin}/v1/sessions`, "POST", null, {});
  const participants = `${server.origin}/v1/sessions/${created.session_id}/participants`;
  const worker = work(created.invite_url);
  const roster = async () => (await call(participants, "GET", created.creator_token)).roster;
  await expect.poll(async () => (await roster()).length).toBe(1);
  const [{ participant_id: pid }] = await roster();
  await call(`${participants}/${pid}`, "DELETE", created.creator_token);
  expect(await worker.ended).toBe(0);
  const said = worker.faults();
  expect(jsonIn(said.slice(said.indexOf("{")))).toMatchObject([{ error: { code: "participant_removed" } }]);
});

it("the poller in Python writes down all that comes, until the session ends, and until it has left itself", async () => {
  const created = await call(`${server.origin}/v1/sessions`, "POST", null, {});
  const path = `${server.origin}/v1/sessions/${created.session_id}`;
  const joined: Json[] = [];
  while (joined.length < 3) joined.push(await call(`${path}/participants`, "POST", created.join_token, {}));
  const [sender, stays, leaves] = joined;
  const poll = ({ participant_token: token, participant_id: pid }: Json) => {
    const log = join(folder, `${pid}.log`);
    const args = ["e2e/clients/scripts/poller.py", server.origin, created.session_id, token, pid, log];
    const poller = terminal(process.env["SESS_PYTHON"] ?? "python3", args);
    return { poller, names: () => linesOf(log).map(({ name, status }) => name ?? status) };
  };
  const [first, second] = [poll(stays), poll(leaves)];
  const target = { participant_ids: [stays, leaves].map(({ participant_id }) => participant_id) };
  await call(`${path}/commands`, "POST", sender.participant_token, { dispatch: "specific", target, payload: 1 });
  await expect.poll(() => second.names().at(-1)).toBe("command.received");
  const feedback = { summary: "…", rating: 5 };
  await call(`${path}/participants/me`, "DELETE", leaves.participant_token, { feedback });
  expect([await second.poller.ended, second.names()]).toEqual([0, ["command.received", "participant.left"]]);

  await expect.poll(() => first.names().at(-1)).toBe("participant.left");
  await call(path, "DELETE", created.creator_token);
  expect([await first.poller.ended, first.poller.faults()]).toEqual([0, ""]);
  expect(first.names()).toEqual(["participant.joined", "command.received", "participant.left", "session.ended"]);

  const late = poll(stays);
  expect([await late.poller.ended, late.names().at(-1)]).toEqual([0, 404]);
});

function linesOf(path: string): Json[] {
  try {
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
