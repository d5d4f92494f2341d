import type { Clock } from "../clock.js";

export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

/** Everything a command touches outside itself. */
export interface Io {
  /** The package's. */
  version: string;
  stdout: Screen;
  stderr: Screen;
  env: Record<string, string | undefined>;
  cwd: string;
  readStdin(): Promise<string>;
  /** Ends when the person at the keyboard stops waiting. */
  signal: AbortSignal;
  clock: Clock;
  /** Milliseconds since the epoch. */
  wallClock(): number;
}
