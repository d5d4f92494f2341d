import { openRelay, KINDS, type Json } from "@/e2e/relay/support/relay";
import { describe, expect, it } from "vitest";

const relay = await openRelay();
const RELAY = relay.origin;

/** A request as curl sends it: these headers and no others. */
async function curl(
  method: string,
  url: string,
  token: string | null,
  data?: string,
): Promise<{ code: number; body: Json }> {
  const reply = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(data === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(data === undefined ? {} : { body: data }),
  });
  return { code: reply.status, body: await reply.json() };
}

/** The worker with nothing but curl: describe, join, then wait and answer until the session is over. */
async function worker(sid: string, jt: string, told: string[]): Promise<Json> {
  const { body: described } = await curl("GET", `${RELAY}/v1/sessions/${sid}`, jt);
  told.push(`purpose ${described.purpose.kind}`);
  const { body: joined } = await curl(
    "POST",
    `${RELAY}/v1/sessions/${sid}/participants`,
    jt,
    '{"role":"worker","capabilities":["respond"]}',
  );
  const token = joined.participant_token;
  for (;;) {
    const { code, body } = await curl(
      "POST",
      `${RELAY}/v1/sessions/${sid}/participants/me/inbox/wait`,
      token,
      '{"names":["command.received","supervisor.note","session.ended"],"timeout_seconds":60}',
    );
    if (code !== 200) {
      told.push(`wait ${code} ${body.error.code}`);
      return token;
    }
    const named = (name: string): Json[] => body.messages.filter((message: Json) => message.name === name);
    if (named("session.ended").length > 0) {
      told.push("ended");
      return token;
    }
    for (const { payload } of named("command.received")) {
      const { code: answered } = await curl(
        "POST",
        `${RELAY}/v1/sessions/${sid}/commands/${payload.command_id}/responses`,
        token,
        '{"status":"ok","payload":{"answer":"…"}}',
      );
      told.push(`answered ${answered}`);
    }
    for (const { payload } of named("supervisor.note")) told.push(`note ${payload.kind}`);
  }
}

const KEPT = KINDS.map(({ kind, persistence }) => ({
  kind,
  data: JSON.stringify({
    purpose: { kind: "smoke", instructions: "echo what you receive" },
    ...(persistence && { persistence }),
  }),
}));

describe.each(KEPT)("the worked examples of the protocol, in a session that is $kind", ({ data }) => {
  it("a host and a worker with nothing but curl", async () => {
    const { body: created } = await curl("POST", `${RELAY}/v1/sessions`, null, data);
    const sid = created.session_id;
    const path = `${RELAY}/v1/sessions/${sid}`;
    const host = (
      await curl("POST", `${path}/participants`, created.creator_token, '{"role":"host","capabilities":["dispatch"]}')
    ).body.participant_token;
    const wait = (names: string, seconds: number) =>
      curl("POST", `${path}/participants/me/inbox/wait`, host, `{"names":[${names}],"timeout_seconds":${seconds}}`);

    const told: string[] = [];
    const jt = new URL(created.invite_url).searchParams.get("jt") ?? "";
    const working = worker(sid, jt, told);
    const arrived = (await wait('"participant.joined"', 60)).body;
    const pid = arrived.messages[0].payload.participant.participant_id;
    const { body: list } = await curl("GET", `${path}/participants`, host);
    expect(list.roster.map(({ role }: Json) => role)).toEqual(["host", "worker"]);

    const { code, body: sent } = await curl(
      "POST",
      `${path}/commands`,
      host,
      `{"dispatch":"specific","target":{"participant_ids":["${pid}"]},"payload":{"q":"ping"}}`,
    );
    expect([code, sent.delivered_to]).toEqual([201, [pid]]);
    const results: Json[] = [];
    while (!results.some(({ name }) => name === "command.completed"))
      results.push(...(await wait('"result.received","command.completed"', 60)).body.messages);
    expect(results[0].payload).toMatchObject({ responder_id: pid, status: "ok", payload: { answer: "…" } });

    const order = (kind: string) =>
      curl("POST", `${path}/supervisor/notes`, created.supervisor_token, `{"kind":"${kind}","target":"${pid}"}`);
    await order("halt");
    const paused = await curl(
      "POST",
      `${path}/commands`,
      host,
      `{"dispatch":"specific","target":{"participant_ids":["${pid}"]},"payload":{}}`,
    );
    expect([paused.code, paused.body.error.code]).toEqual([409, "participant_paused"]);
    await order("continue");
    await expect.poll(() => told.length).toBe(4);
    expect((await curl("DELETE", path, created.creator_token)).code).toBe(200);
    await working;
    expect(told).toEqual(["purpose smoke", "answered 201", "note halt", "note continue", "ended"]);
  });

  it("a worker that looks for orders while it works, is removed, and stops", async () => {
    const { body: created } = await curl("POST", `${RELAY}/v1/sessions`, null, data);
    const path = `${RELAY}/v1/sessions/${created.session_id}`;
    const { body: joined } = await curl("POST", `${path}/participants`, created.join_token, "{}");
    const look = () =>
      curl(
        "POST",
        `${path}/participants/me/inbox/wait`,
        joined.participant_token,
        '{"names":["supervisor.note"],"timeout_seconds":0}',
      );
    expect((await look()).body).toEqual({ messages: [], timed_out: true, effective_timeout_seconds: 0 });
    const told: string[] = [];
    const working = worker(created.session_id, created.join_token, told);
    const roster = async () => (await curl("GET", `${path}/participants`, created.creator_token)).body.roster;
    await expect.poll(async () => (await roster()).length).toBe(2);
    const pid = (await roster())[1].participant_id;
    await curl("DELETE", `${path}/participants/${pid}`, created.creator_token);
    await working;
    expect(told.at(-1)).toBe("wait 403 participant_removed");
  });

  it("the poller that writes down all that comes, until it has left itself", async () => {
    const { body: created } = await curl("POST", `${RELAY}/v1/sessions`, null, data);
    const path = `${RELAY}/v1/sessions/${created.session_id}`;
    const { body: joined } = await curl("POST", `${path}/participants`, created.join_token, "{}");
    const { body: other } = await curl("POST", `${path}/participants`, created.join_token, "{}");
    const written: string[] = [];
    const poller = (async () => {
      for (;;) {
        const url = `${path}/participants/me/inbox/wait`;
        const { code, body } = await curl("POST", url, joined.participant_token, '{"timeout_seconds": 60}');
        if (code === 404 || code === 410) return;
        for (const { name, payload } of body.messages ?? []) {
          written.push(name);
          if (name === "session.ended") return;
          if (name === "participant.left" && payload.participant_id === joined.participant_id) return;
        }
      }
    })();
    await expect.poll(() => written).toEqual(["participant.joined"]);
    await curl("DELETE", `${path}/participants/me`, other.participant_token, '{"feedback":{"summary":"…","rating":5}}');
    await expect.poll(() => written.at(-1)).toBe("participant.left");
    await curl("DELETE", `${path}/participants/me`, joined.participant_token);
    await poller;
    expect(written).toEqual(["participant.joined", "participant.left", "participant.left"]);
  });
});
