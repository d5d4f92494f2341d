import { Api, type Json, type Reply } from "@/e2e/support/api";
import { ADMIN_TOKEN } from "@/e2e/relay/setup";

export type { Json, Reply };

/** Everything holds for both kinds of session. */
export const KINDS = [
  { kind: "ephemeral", persistence: null },
  { kind: "persisted", persistence: { mode: "ttl", ttl_seconds: 86_400 } },
] as const;

export type Kind = (typeof KINDS)[number];

let shared: Promise<Relay> | undefined;

/** The relay of the suite's server. */
export function openRelay(): Promise<Relay> {
  return (shared ??= Relay.at(process.env["SESS_RELAY_ORIGIN"] ?? "", process.env["SESS_RELAY_API_KEY"] ?? ""));
}

/** Calls a relay as a client without any cleverness; every reply is held against the document. */
export class Relay {
  private constructor(
    readonly api: Api,
    readonly origin: string,
  ) {}

  static async at(origin: string, apiKey: string): Promise<Relay> {
    return new Relay(await Api.at(origin, apiKey), origin);
  }

  /** `token` null: none. */
  call(
    method: string,
    path: string,
    token: string | null,
    body?: unknown,
    more: { rawBody?: string; signal?: AbortSignal } = {},
  ): Promise<Reply> {
    return this.api.call(method, path, { key: token, ...(body === undefined ? {} : { body }), ...more });
  }

  /** The reply of a call that has to succeed. */
  async ok(method: string, path: string, token: string | null, body?: unknown): Promise<Json> {
    const reply = await this.call(method, path, token, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  async session(kind: Kind = KINDS[0], more: object = {}): Promise<Session> {
    const { persistence } = kind;
    const created = await this.ok("POST", "/v1/sessions", null, { ...(persistence && { persistence }), ...more });
    return new Session(this, created);
  }
}

/** A session and all its keys. */
export class Session {
  readonly sid: string;
  readonly path: string;
  readonly creator: string;
  readonly supervisor: string;
  readonly joinToken: string;
  readonly admin = ADMIN_TOKEN;

  constructor(
    readonly relay: Relay,
    readonly created: Json,
  ) {
    this.sid = created.session_id;
    this.path = `/v1/sessions/${this.sid}`;
    this.creator = created.creator_token;
    this.supervisor = created.supervisor_token;
    this.joinToken = created.join_token;
  }

  async join(body: object = {}, token: string = this.joinToken): Promise<Member> {
    return new Member(this, await this.relay.ok("POST", `${this.path}/participants`, token, body));
  }

  /** So many participants, joined one after the other. */
  async fill(count: number): Promise<Member[]> {
    const members: Member[] = [];
    while (members.length < count) members.push(await this.join({ role: "worker", capabilities: ["work"] }));
    return members;
  }

  note(kind: string, target: string, message?: string, token: string = this.supervisor): Promise<Json> {
    return this.relay.ok("POST", `${this.path}/supervisor/notes`, token, { kind, target, message });
  }

  remove(member: Member): Promise<Json> {
    return this.relay.ok("DELETE", `${this.path}/participants/${member.id}`, this.creator);
  }

  end(): Promise<Json> {
    return this.relay.ok("DELETE", this.path, this.creator);
  }

  url(stream: "participants/me/events" | "firehose", query = ""): string {
    return `${this.relay.origin.replace("http", "ws")}${this.path}/${stream}${query}`;
  }
}

export interface Message {
  name: string;
  payload: Json;
  seq: number | null;
  redelivered?: true;
}

/** A participant of a session. */
export class Member {
  readonly id: string;
  readonly token: string;
  readonly me: string;

  constructor(
    readonly session: Session,
    readonly joined: Json,
  ) {
    this.id = joined.participant_id;
    this.token = joined.participant_token;
    this.me = `${session.path}/participants/me`;
  }

  call(method: string, path: string, body?: unknown, more: { signal?: AbortSignal } = {}): Promise<Reply> {
    return this.session.relay.call(method, path, this.token, body, more);
  }

  ok(method: string, path: string, body?: unknown): Promise<Json> {
    return this.session.relay.ok(method, path, this.token, body);
  }

  /** Sends to these, or as the body says. */
  send(to: readonly Member[] | object, more: object = {}): Promise<Json> {
    const body = Array.isArray(to)
      ? { dispatch: "specific", target: { participant_ids: to.map(({ id }: Member) => id) }, payload: null }
      : to;
    return this.ok("POST", `${this.session.path}/commands`, { ...body, ...more });
  }

  respond(commandId: string, body: object = { payload: null }): Promise<Json> {
    return this.ok("POST", `${this.session.path}/commands/${commandId}/responses`, body);
  }

  wait(body: object = {}): Promise<Json> {
    return this.ok("POST", `${this.me}/inbox/wait`, body);
  }

  async drain(body?: object): Promise<Message[]> {
    return (await this.ok("POST", `${this.me}/inbox/drain`, body)).messages;
  }

  leave(feedback?: unknown): Promise<Json> {
    return this.ok("DELETE", this.me, feedback === undefined ? undefined : { feedback });
  }
}

export const names = (messages: readonly { name: string }[]): string[] => messages.map(({ name }) => name);
