import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Json } from "@/e2e/support/api";

/** A program of somebody's, as they run it in a terminal, and what it printed so far. */
export interface Terminal {
  child: ChildProcess;
  output(): string;
  faults(): string;
  /** Types this in. */
  type(text: string): void;
  /** Resolves with what `find` finds in the output, once it does. */
  until<T>(find: (output: string) => T | null | undefined): Promise<T>;
  /** Its exit code, once it ended by itself. */
  ended: Promise<number | null>;
}

const begun: ChildProcess[] = [];

/** Ends what a failed test left running. */
export function endTerminals(): void {
  for (const child of begun) if (child.exitCode === null) child.kill("SIGKILL");
}

/** Starts it; what it is given on standard input comes by `type`. */
export function terminal(command: string, args: string[] = []): Terminal {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
  begun.push(child);
  let [output, faults] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (faults += text));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    child,
    output: () => output,
    faults: () => faults,
    type: (text) => void child.stdin.write(text),
    until: async (find) => {
      for (;;) {
        const found = find(output);
        if (found !== null && found !== undefined) return found;
        const isOver = await Promise.race([ended.then(() => true), once(child.stdout, "data").then(() => false)]);
        if (isOver) throw new Error(`it ended before that:\n${output}\n${faults}`);
      }
    },
    ended,
  };
}

/** A script with its placeholders replaced and nothing else. */
export function filled(script: string, values: Record<string, string>): string {
  const text = readFileSync(`e2e/clients/scripts/${script}`, "utf8");
  return Object.entries(values).reduce((filling, [name, value]) => filling.replaceAll(`<${name}>`, value), text);
}

/** The JSON values of a text, one behind the other, as curl prints them; null while the last one is not whole. */
export function jsonIn(text: string): Json[] | null {
  const { status, stdout } = spawnSync("jq", ["--slurp", "--compact-output", "."], { input: text, encoding: "utf8" });
  return status === 0 ? JSON.parse(stdout) : null;
}
