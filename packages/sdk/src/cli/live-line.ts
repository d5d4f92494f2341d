import { showDuration, showMoment } from "./duration.js";
import type { Io } from "./io.js";

export interface LiveLine {
  connection(state: "lost" | "back"): void;
  /** Clears the line. */
  end(): void;
}

/** One line that says that it still waits, and until when; on a terminal it is kept up to date. */
export function startLiveLine(io: Io, openUntil: number): LiveLine {
  const started = io.clock.now();
  const isLive = io.stderr.isTTY === true;
  let isLost = false;
  const text = () => waitingText(io, { waitedMs: io.clock.now() - started, openUntil, isLost });
  const draw = () => io.stderr.write(`\r\u001b[2K${text().slice(0, (io.stderr.columns ?? 80) - 1)}`);
  if (!isLive) io.stderr.write(`${text()}\n`);
  else draw();
  const timer = isLive ? setInterval(draw, 1000) : undefined;
  return {
    connection(state) {
      isLost = state === "lost";
      if (isLive) draw();
      else io.stderr.write(isLost ? "Connection lost, trying again …\n" : "Connected again.\n");
    },
    end() {
      clearInterval(timer);
      if (isLive) io.stderr.write("\r\u001b[2K");
    },
  };
}

function waitingText(io: Io, line: { waitedMs: number; openUntil: number; isLost: boolean }): string {
  const now = io.wallClock();
  const until =
    now < line.openUntil
      ? `open until ${showMoment(line.openUntil, now)}`
      : "past its time, which the person may still extend";
  const what = line.isLost ? "Connection lost, trying again" : "Waiting";
  return `${what} — ${showDuration(line.waitedMs)}, ${until}. Ctrl-C stops waiting; the link stays open.`;
}
