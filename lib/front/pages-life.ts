import type { ChildProcess } from "node:child_process";

const QUESTION = "alive?";
const ANSWER = "alive";
/** How many questions in a row may stay without an answer. */
const PATIENCE = 4;

/**
 * Calls `onHung` when the child has not answered for a while. Counted in questions, not in time: after a laptop's sleep
 * both wake together.
 */
export function watchLife(child: ChildProcess, askMs: number, onHung: () => void): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered >= PATIENCE) {
      clearInterval(timer);
      return onHung();
    }
    unanswered += 1;
    if (child.connected) child.send(QUESTION, () => undefined);
  }, askMs).unref();
  child.on("message", (message) => {
    if (message === ANSWER) unanswered = 0;
  });
  child.once("close", () => clearInterval(timer));
}

/** The child's side of it: answers for as long as its event loop turns. */
export function answerForLife(self: NodeJS.Process): void {
  self.on("message", (message) => {
    if (message === QUESTION) self.send?.(ANSWER);
  });
}
