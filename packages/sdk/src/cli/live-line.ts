import { showDuration, showMoment } from "./duration.js";
import type { Io } from "./io.js";

export interface LiveLine {
  connection(state: "lost" | "back"): void;
  /** Clears the line. */
  end(): void;
}

/** A link that cannot be extended has ended by then, so what still waits can be. */
const SURELY_OVER_MS = 5_000;

/** One line that says that it still waits, and until when; on a terminal it is kept up to date. */
export function startLiveLine(io: Io, openUntil: number): LiveLine {
  const started = io.clock.now();
  const isLive = io.stderr.isTTY === true;
  let isLost = false;
  let isOver = isPast(io, openUntil);
  const text = () => waitingText(io, { waitedMs: io.clock.now() - started, openUntil, isLost });
  const draw = () => io.stderr.write(`\r\u001b[2K${text().slice(0, (io.stderr.columns ?? 80) - 1)}`);
  const say = () => io.stderr.write(`${text()}\n`);
  const sayOnceItIsOver = () => {
    if (isOver || !isPast(io, openUntil)) return;
    isOver = true;
    say();
  };
  if (isLive) draw();
  else say();
  const timer = setInterval(isLive ? draw : sayOnceItIsOver, 1000);
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

function isPast(io: Io, openUntil: number): boolean {
  return io.wallClock() >= openUntil + SURELY_OVER_MS;
}

function waitingText(io: Io, line: { waitedMs: number; openUntil: number; isLost: boolean }): string {
  const until = showMoment(line.openUntil, io.wallClock());
  const time = isPast(io, line.openUntil)
    ? `its time ended at ${until}, but the person may still ask for more`
    : `open until ${until}`;
  const what = line.isLost ? "Connection lost, trying again" : "Waiting";
  return `${what} — ${showDuration(line.waitedMs)}, ${time}. Ctrl-C stops waiting; the link stays open.`;
}
