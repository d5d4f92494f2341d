import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** A started stage: the answer page on a store in RAM, whose clock and outages the test moves. */
export class Stage {
  private constructor(
    readonly origin: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<Stage> {
    const child = spawn(process.execPath, ["--import", "tsx", "e2e/support/stage.ts"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    for await (const chunk of child.stdout) {
      output += String(chunk);
      const origin = /^Stage: (\S+)$/m.exec(output)?.[1];
      if (origin !== undefined) {
        child.stdout.resume();
        return new Stage(origin, child);
      }
    }
    throw new Error(`the stage ended before it was ready:\n${output}`);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
  }

  /** A question that waits for an answer; its clock starts now. */
  async ask(parts: Record<string, unknown> = {}, expiresIn = 3600): Promise<Asked> {
    const body = { interaction: { ...question, ...parts }, expires_in: expiresIn };
    const { id, path } = (await this.control("ask", body)) as { id: string; path: string };
    return { id, url: this.origin + path, secret: path.slice("/a/".length) };
  }

  control(call: string, body: unknown = {}): Promise<unknown> {
    return this.#call(call, { method: "POST", body: JSON.stringify(body) });
  }

  /** How many POSTs a link has seen. */
  posts(asked: Asked): Promise<unknown> {
    return this.#call(`posts/${asked.secret}`, {});
  }

  async #call(call: string, init: RequestInit): Promise<unknown> {
    const reply = await fetch(`${this.origin}/control/${call}`, init);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${call}: ${text}`);
    return JSON.parse(text);
  }
}

export interface Asked {
  id: string;
  url: string;
  secret: string;
}

/** What most tests ask: the commit of the README. */
export const question = {
  mode: "interactive",
  title: "Approve this commit?",
  source: {
    kind: "sess_surface",
    components: [
      { type: "record", label: "What changed", fields: { "src/greeting.js": "Greets by first name" } },
      {
        type: "field",
        name: "message",
        label: "Commit message",
        multiline: true,
        schema: { type: "string", minLength: 1, maxLength: 2000 },
        value: "Greet people by name",
      },
      { type: "field", name: "note", label: "Note", required: false, schema: { type: "string", maxLength: 24 } },
    ],
  },
  actions: [
    { id: "approve", label: "Approve and commit", intent: "approve" },
    { id: "stop", label: "Stop", intent: "reject" },
  ],
};
