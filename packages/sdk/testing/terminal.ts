import type { Io } from "../src/cli/io.js";
import { testClock } from "./test-clock.js";

export interface Terminal {
  io: Io;
  stdout(): string;
  stderr(): string;
  interrupt(): void;
}

/** A keyboard and a screen that remember what was printed. */
export function terminal(parts: Partial<Io> & { isTTY?: boolean; columns?: number; stdin?: string } = {}): Terminal {
  const printed = { stdout: "", stderr: "" };
  const keyboard = new AbortController();
  const { isTTY, columns, stdin = "", ...more } = parts;
  const screen = (name: "stdout" | "stderr") => ({
    isTTY,
    columns,
    write: (text: string) => void (printed[name] += text),
  });
  const io: Io = {
    version: "1.2.3",
    stdout: screen("stdout"),
    stderr: screen("stderr"),
    env: {},
    cwd: "/nowhere",
    readStdin: async () => stdin,
    signal: keyboard.signal,
    clock: testClock(),
    wallClock: () => Date.now(),
    ...more,
  };
  return { io, stdout: () => printed.stdout, stderr: () => printed.stderr, interrupt: () => keyboard.abort() };
}
