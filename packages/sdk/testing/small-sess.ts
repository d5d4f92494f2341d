import { parseInteraction, type AnswerValue, type Surface } from "@sess.si/protocol";
import { createIssuer, digest, type Issuer } from "./issuer.js";
import { scriptedServer, type Scripted, type Seen, type Step } from "./scripted-server.js";

type Values = Record<string, AnswerValue>;

/** One interaction of the small Sess, and what a person or an owner does with it. */
export interface Held {
  id: string;
  humanUrl: string;
  surface: Surface;
  state: "waiting" | "answered" | "completed" | "expired" | "withdrawn";
  answer(actionId: string, values: Values): Promise<void>;
  end(state: "expired" | "withdrawn"): void;
}

export interface SmallSess extends Scripted {
  held: Held[];
  issuer: Issuer;
}

interface Options {
  /** Called with each interaction as soon as it is there. */
  onCreate?(held: Held): void | Promise<void>;
  /** Replies in Sess's stead where it returns something. */
  intercept?(seen: Seen): Step | undefined;
  /** Spoils receipts. */
  claims?: Record<string, unknown>;
}

const WORKSPACE = "ws_0123456789";

/** As much of Sess as a command needs: it opens links, waits, signs and completes, and keeps everything in memory. */
export async function smallSess(options: Options = {}): Promise<SmallSess> {
  const issuer = await createIssuer();
  const held: Interaction[] = [];
  const server = await scriptedServer(async (seen) => {
    const intercepted = options.intercept?.(seen);
    if (intercepted) return intercepted;
    if (seen.path === "/.well-known/jwks.json") return { json: { keys: [issuer.jwk] } };
    if (seen.method === "POST" && seen.path === "/v1/interactions") {
      const sign = (claims: Record<string, unknown>) =>
        issuer.sign({ iss: server.origin, workspace: WORKSPACE, ...claims, ...options.claims });
      const made = new Interaction(held.length + 1, server.origin, JSON.parse(seen.body), sign);
      held.push(made);
      await options.onCreate?.(made);
      return { status: 201, json: { interaction: made.created() } };
    }
    const [, , , id, verb] = new URL(seen.path, server.origin).pathname.split("/");
    const found = held.find((one) => one.id === id);
    if (!found)
      return { status: 404, json: { error: { code: "not_found", message: "There is none.", retryable: false } } };
    return { json: { interaction: await found.reply(verb) }, headers: { "sess-workspace-id": WORKSPACE } };
  });
  return Object.assign(server, { held, issuer });
}

class Interaction implements Held {
  readonly id: string;
  readonly humanUrl: string;
  readonly surface: Surface;
  readonly #expiresAt: string;
  readonly #sign: (claims: Record<string, unknown>) => Promise<string>;
  readonly #over: Promise<void>;
  #settle: () => void = () => {};
  state: Held["state"] = "waiting";
  #response: Record<string, unknown> | null = null;

  constructor(
    count: number,
    origin: string,
    asked: { interaction: unknown; expires_in?: number },
    sign: (claims: Record<string, unknown>) => Promise<string>,
  ) {
    this.id = `int_${String(count).padStart(16, "0")}`;
    this.humanUrl = `${origin}/a/${"s".repeat(32)}${count}`;
    this.surface = parseInteraction(asked.interaction);
    this.#expiresAt = new Date(Date.now() + (asked.expires_in ?? 86_400) * 1000).toISOString();
    this.#sign = sign;
    this.#over = new Promise((settle) => (this.#settle = settle));
  }

  created() {
    return { id: this.id, revision: 1, state: "waiting", humanUrl: this.humanUrl, expiresAt: this.#expiresAt };
  }

  async answer(actionId: string, values: Values): Promise<void> {
    const now = Date.now();
    const eventId = `evt_${this.id.slice(4)}`;
    const receipt = await this.#sign({
      iat: Math.floor(now / 1000),
      jti: eventId,
      sub: this.id,
      revision: 1,
      action: actionId,
      surface_sha256: digest(this.surface),
      answer_sha256: digest({ actionId, values }),
      changed: Object.keys(values).toSorted(),
      actor_assurance: "link_holder",
    });
    const submittedAt = new Date(now).toISOString();
    this.#response = {
      revision: 1,
      eventId,
      actionId,
      values,
      changed: Object.keys(values).toSorted(),
      submittedAt,
      receipt,
    };
    this.state = "answered";
    this.#settle();
  }

  end(state: "expired" | "withdrawn"): void {
    this.state = state;
    this.#settle();
  }

  async reply(verb: string | undefined) {
    if (verb === "complete") this.state = "completed";
    if (verb === "withdraw") this.end("withdrawn");
    if (verb === "response" && this.state === "waiting") await this.#over;
    const { id, state, surface } = this;
    const at = new Date().toISOString();
    const read = { id, revision: 1, state };
    if (verb === "complete") return { ...read, completedAt: at };
    if (verb === "withdraw") return { ...read, withdrawnAt: at };
    if (verb === "response") {
      return { ...read, ...(this.#response && { response: { ...this.#response, actorAssurance: "link_holder" } }) };
    }
    return { ...read, expiresAt: this.#expiresAt, surface, answers: this.#response ? [this.#response] : [] };
  }
}
