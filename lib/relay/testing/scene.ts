import { composeRelay, type Relay } from "@/lib/relay/compose";
import type { Journal } from "@/lib/relay/journal";
import type { FirehoseSink, FirehoseStream, ParticipantStream, RelayCtx, StreamSink } from "@/lib/relay/ports";
import { readRelayEnv } from "@/lib/relay/host/settings";
import { FakeClock } from "@/lib/relay/testing/fake-clock";
import { attachFirehose } from "@/lib/relay/verbs/attach-firehose";
import { attachStream } from "@/lib/relay/verbs/attach-stream";
import { createSession } from "@/lib/relay/verbs/create-session";
import { drainInbox } from "@/lib/relay/verbs/drain-inbox";
import { joinSession } from "@/lib/relay/verbs/join-session";
import { respondToCommand } from "@/lib/relay/verbs/respond-to-command";
import { sendCommand } from "@/lib/relay/verbs/send-command";
import { waitForEvent } from "@/lib/relay/verbs/wait-for-event";
import { isRelayError, type CreatedSession, type RelayCloseReason, type RelayErrorCode } from "@sess.si/protocol";

export interface SceneOptions {
  journal?: Journal | null;
  env?: Record<string, string>;
  clock?: FakeClock;
  /** Account tokens and whose they are. */
  accounts?: Record<string, string>;
  /** Sessions are kept. */
  kept?: boolean;
}

/** As a `POST` body: the text that a payload is cut out of, and what it parses to. */
export function body(value: unknown) {
  return { value, text: JSON.stringify(value) ?? "" };
}

export interface Member {
  id: string;
  token: string;
}

/** What a listener gets, parsed. */
export interface Frame {
  name: string;
  payload: Record<string, unknown>;
  seq: number | null;
  redelivered?: true;
  to?: string[];
  author?: unknown;
}

export interface Handed {
  messages: Frame[];
  timed_out?: boolean;
  effective_timeout_seconds?: number;
  has_more?: true;
  gap?: { dropped: number };
  finished(): void;
  failed(): void;
}

/** A relay of its own, on a clock that moves only when told, driven through its verbs. */
export class Scene {
  readonly clock: FakeClock;
  relay: Relay;
  readonly logged: unknown[] = [];
  readonly #options: SceneOptions;

  constructor(options: SceneOptions = {}) {
    this.#options = options;
    this.clock = options.clock ?? new FakeClock();
    this.relay = this.#compose();
  }

  #compose(): Relay {
    const { journal = null, env = {}, accounts = {} } = this.#options;
    const note = (detail: object, message: string): void => void this.logged.push({ ...detail, message });
    const relay = composeRelay({
      env: readRelayEnv({ SW_ANONYMOUS_PERSISTENCE: "1", SW_SESSION_CREATES_PER_MINUTE: "10000", ...env }),
      publicUrl: "https://relay.example",
      journal,
      accounts: { store: {} as never },
      tokens: { take: () => 0 },
      log: { warn: note, error: note },
      clock: this.clock,
    });
    relay.ports.findAccount = async (token) => accounts[token] ?? null;
    return relay;
  }

  async open(): Promise<this> {
    await this.relay.host.open();
    return this;
  }

  /** Another process on the same journal; this one is as good as dead, or goes on, as the test likes. */
  async another(): Promise<Scene> {
    return new Scene({ ...this.#options, clock: this.clock }).open();
  }

  ctx(bearer?: string, signal: AbortSignal = new AbortController().signal): RelayCtx {
    return { relay: this.relay.ports, credential: { bearer }, address: "192.0.2.1", signal };
  }

  get isKept(): boolean {
    return this.#options.kept ?? false;
  }

  async session(request: Record<string, unknown> = {}): Promise<CreatedSession> {
    const persistence = this.isKept ? { persistence: { mode: "ttl", ttl_seconds: 86_400 } } : {};
    return createSession(this.ctx(), { body: body({ ...persistence, ...request }) });
  }

  async join({ session_id, join_token }: CreatedSession, request: Record<string, unknown> = {}): Promise<Member> {
    const joined = await joinSession(this.ctx(join_token), session_id, { body: body(request) });
    return { id: joined.participant_id, token: joined.participant_token };
  }

  /** A session and two who have read that they are there. */
  async pair(request: Record<string, unknown> = {}) {
    const session = await this.session(request);
    const [a, b] = [await this.join(session, { role: "a" }), await this.join(session, { role: "b" })];
    for (const one of [a, b, a, b]) await this.drain(session, one);
    return { session, sid: session.session_id, a, b };
  }

  async drain({ session_id }: { session_id: string }, { token }: Member, cursor?: number): Promise<Handed> {
    const asked = cursor === undefined ? {} : { last_acked_seq: cursor };
    const handed = await drainInbox(this.ctx(token), session_id, { body: body(asked) });
    handed.finished();
    return { ...JSON.parse(handed.json), finished: handed.finished, failed: handed.failed };
  }

  async wait(
    sid: string,
    { token }: Member,
    asked: Record<string, unknown> = {},
    signal?: AbortSignal,
  ): Promise<Handed> {
    const handed = await waitForEvent(this.ctx(token, signal), sid, { body: body(asked) });
    return { ...JSON.parse(handed.json), finished: handed.finished, failed: handed.failed };
  }

  async send(sid: string, from: Member, to: Member | Member[], more: Record<string, unknown> = {}) {
    const target = { participant_ids: [to].flat().map(({ id }) => id) };
    return sendCommand(this.ctx(from.token), sid, {
      body: body({ dispatch: "specific", target, payload: 1, ...more }),
    });
  }

  async respond(sid: string, from: Member, commandId: string, answer: Record<string, unknown> = { payload: "done" }) {
    return respondToCommand(this.ctx(from.token), sid, { commandId, body: body(answer) });
  }

  async stream(sid: string, { token }: Member, options: { cursor?: number; hello?: boolean } = {}): Promise<Watcher> {
    const watcher = new Watcher();
    const { cursor = null, hello = true } = options;
    await attachStream(this.ctx(token), sid, { cursor, hello }, watcher);
    return watcher;
  }

  async firehose(sid: string, token: string, afterSeq: number | null = null): Promise<Hose> {
    const hose = new Hose();
    await attachFirehose(this.ctx(token), sid, { afterSeq }, hose);
    return hose;
  }
}

/** The far end of a participant's stream. */
export class Watcher implements StreamSink {
  readonly frames_: Frame[] = [];
  readonly batches: (number | null)[] = [];
  closed: RelayCloseReason | null = null;
  stream!: ParticipantStream;
  readonly #whenCalled: (() => void)[] = [];

  opened(stream: ParticipantStream): void {
    this.stream = stream;
  }

  frames(texts: readonly string[], batch: number | null): void {
    this.frames_.push(...texts.map((text) => JSON.parse(text)));
    this.batches.push(batch);
    this.#tell();
  }

  close(reason: RelayCloseReason): void {
    this.closed = reason;
    this.#tell();
  }

  get names(): string[] {
    return this.frames_.map(({ name }) => name);
  }

  /** Resolves as soon as this holds of what it has got. */
  async until(isSo: (watcher: this) => boolean): Promise<void> {
    while (!isSo(this)) await new Promise<void>((resolve) => this.#whenCalled.push(resolve));
  }

  #tell(): void {
    for (const tell of this.#whenCalled.splice(0)) tell();
  }
}

/** The far end of a firehose. */
export class Hose implements FirehoseSink {
  readonly frames: Frame[] = [];
  closed: RelayCloseReason | null = null;
  stream!: FirehoseStream;
  room: Promise<void> = Promise.resolve();
  readonly #whenCalled: (() => void)[] = [];

  opened(stream: FirehoseStream): void {
    this.stream = stream;
  }

  frame(text: string): void {
    this.frames.push(JSON.parse(text));
    for (const tell of this.#whenCalled.splice(0)) tell();
  }

  ready(): Promise<void> {
    return this.room;
  }

  close(reason: RelayCloseReason): void {
    this.closed = reason;
    for (const tell of this.#whenCalled.splice(0)) tell();
  }

  get names(): string[] {
    return this.frames.map(({ name }) => name);
  }

  async until(isSo: (hose: this) => boolean): Promise<void> {
    while (!isSo(this)) await new Promise<void>((resolve) => this.#whenCalled.push(resolve));
  }
}

/** The code that a call is refused with. */
export async function codeOf(refused: Promise<unknown>): Promise<RelayErrorCode | "accepted"> {
  try {
    await refused;
    return "accepted";
  } catch (error) {
    if (isRelayError(error)) return error.code;
    throw error;
  }
}
