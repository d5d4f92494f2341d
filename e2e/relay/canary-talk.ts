import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Member, Relay, Session } from "@/e2e/relay/support/relay";
import { attach, open, watch } from "@/e2e/relay/support/socket";

/** Words that stand nowhere else in the world. */
export class Canaries {
  readonly marker = `canary${randomBytes(12).toString("hex")}`;
  readonly taken: string[] = [];
  readonly refused: string[] = [];

  /** One in something that the relay takes. */
  say(occasion: string): string {
    return this.#made(occasion, this.taken);
  }

  /** One in something that it refuses. */
  sayInVain(occasion: string): string {
    return this.#made(occasion, this.refused);
  }

  #made(occasion: string, words: string[]): string {
    const word = `${this.marker}-${occasion}`;
    words.push(word);
    return word;
  }
}

/** About so many bytes with the word in every 500 of them, which no storage can make smaller. */
function much(word: string, bytes: number): string {
  const parts = Array.from({ length: bytes / 500 }, () => randomBytes(500).toString("base64").slice(word.length, 500));
  return parts.map((part) => part + word).join("");
}

const LARGE = 200_000;

/**
 * Says something in every place where a session's people can say something, as well as in what is refused; returns all
 * the keys that there were. The session lives on: somebody who never read anything is in it, and a stream is open.
 */
export async function talk(relay: Relay, session: Session, canaries: Canaries): Promise<string[]> {
  const { path } = session;
  const say = (occasion: string) => canaries.say(occasion);
  const profile = { role: say("role"), capabilities: [say("capability")], objective: say("objective") };
  const a = await session.join({ ...profile, metadata: { [say("name-in-metadata")]: say("metadata") } });
  const [b, removed, idle] = (await session.fill(3)) as [Member, Member, Member];
  await watch(session);
  const stream = await attach(b);

  const small = await a.send([b, removed, idle], {
    payload: { said: say("command"), large: much(say("large-command"), LARGE) },
  });
  await stream.next("command.received");
  await b.respond(small.command_id, {
    payload: { said: say("result"), large: much(say("large-result"), LARGE) },
  });
  await a.wait({ names: ["result.received"] });
  const order = await session.note("undo", b.id, say("order"));
  await b.ok("POST", `${path}/supervisor/notes/${order.note_id}/replies`, {
    message: say("reply"),
    outcome: { status: "partial", undone: [say("undone")], not_reversible: [say("not-reversible")] },
  });
  await session.note("continue", b.id);
  await relay.ok("PATCH", `${path}/purpose`, session.creator, { purpose: { changed: say("changed-purpose") } });
  await a.ok("PATCH", a.me, { metadata: { changed: say("changed-metadata") } });
  await session.remove(removed);

  const more = await mint(relay, session, b);
  const leaving = await session.join({}, more[0]);
  await leaving.leave({ summary: say("feedback") });
  await sayWhatIsRefused(relay, session, a, b, canaries);
  return [
    session.creator,
    session.supervisor,
    session.joinToken,
    ...[a, b, removed, idle, leaving].map(({ token }) => token),
    ...more,
  ];
}

/** A key of every other kind: for joining, for supervision, for one socket, and one that is revoked. */
async function mint(relay: Relay, { path, creator }: Session, member: Member): Promise<string[]> {
  const { join_token } = await relay.ok("POST", `${path}/join-tokens`, creator);
  const { supervisor_token, token_id } = await relay.ok("POST", `${path}/supervisor-tokens`, creator);
  await relay.ok("DELETE", `${path}/supervisor-tokens/${token_id}`, creator);
  const { ticket } = await member.ok("POST", `${path}/ws-tickets`, { stream: "events" });
  const socket = await attach(member, { protocols: ["sessionweave.v1", `ticket.${ticket}`] });
  socket.close();
  return [join_token, supervisor_token, ticket];
}

async function sayWhatIsRefused(
  relay: Relay,
  session: Session,
  a: Member,
  b: Member,
  canaries: Canaries,
): Promise<void> {
  const vain = (occasion: string) => canaries.sayInVain(occasion);
  const commands = `${session.path}/commands`;
  const target = { participant_ids: [b.id] };
  const refused: [string, unknown, string?][] = [
    [a.token, { dispatch: vain("refused-dispatch"), target, payload: vain("refused-payload") }],
    [a.token, { dispatch: "specific", target: { participant_ids: [vain("refused-target")] }, payload: vain("unsent") }],
    [a.token, { dispatch: "specific", target, payload: much(vain("oversized-payload"), 300_000) }],
    [a.token, { dispatch: "specific", target, payload: much(vain("oversized-body"), 1_500_000) }],
    [vain("refused-token"), { dispatch: "specific", target, payload: vain("nobodys-payload") }],
    [a.token, undefined, `{"${vain("broken-json")}":`],
    [a.token, undefined, `["${vain("deep-json")}",${"[".repeat(2000)}`],
  ];
  for (const [token, body, rawBody] of refused) {
    const more = rawBody === undefined ? {} : { rawBody };
    const { status } = await relay.call("POST", commands, token, body, more);
    if (status < 400)
      throw new Error(`${status} instead of a refusal: ${JSON.stringify(body ?? rawBody).slice(0, 200)}`);
  }
  await relay.call("GET", `${session.path}/events?kind=${vain("query")}`, a.token);
  await relay.call("GET", `/v1/sessions/${vain("path")}`, a.token);
  await open(session, "participants/me/events", vain("refused-socket")).closed;
  for (const frame of [vain("frame"), much(vain("oversized-frame"), 10_000)]) {
    const { socket, closed } = await attach(b);
    socket.send(frame);
    socket.ping();
    await Promise.race([closed, once(socket, "pong")]);
    socket.close();
    await closed;
  }
}
