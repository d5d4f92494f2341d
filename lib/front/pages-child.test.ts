import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startPagesChild, type PagesChild } from "@/lib/front/pages-child";
import type { Log } from "@/lib/log";

let folder: string;
let child: PagesChild | undefined;
let errors: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sess-child-"));
  errors = [];
});
afterEach(async () => {
  await child?.stop();
  rmSync(folder, { recursive: true });
});

function start(source: string): PagesChild {
  const script = join(folder, "pages.mjs");
  writeFileSync(script, source);
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (detail: unknown) => errors.push(detail),
  };
  return (child = startPagesChild({ script, env: process.env, log: log as unknown as Log, askMs: 50 }));
}

/** Every life notes itself, so that a test can tell the first from the next. */
const LIVES = `import { appendFileSync, readFileSync } from "node:fs";
const lives = new URL("lives", import.meta.url);
appendFileSync(lives, "x");
const life = readFileSync(lives).length;
`;

const ANSWERS = `process.on("message", (message) => message === "alive?" && process.send("alive"));
process.send("up");
`;

const lives = (): number => readFileSync(join(folder, "lives")).length;

it("starts a child again that hangs", { timeout: 30_000 }, async () => {
  const { firstUp } = start(`${LIVES}${ANSWERS}if (life === 1) setTimeout(() => { for (;;); }, 100);`);
  await firstUp;
  await vi.waitFor(() => expect([lives(), child?.isUp()]).toEqual([2, true]), 20_000);
});

it("leaves a child alone that answers", { timeout: 30_000 }, async () => {
  // It ends by itself, in order, once it has been asked more often than a hung one would be.
  const tenth = `let asked = 0; process.on("message", () => (asked += 1) === 10 && process.exit(0));`;
  await start(`${LIVES}${ANSWERS}if (life === 1) { ${tenth} }`).firstUp;
  await vi.waitFor(() => expect(lives()).toBe(2), 20_000);
  expect(errors).toEqual([{ why: 0, pauseMs: 200 }]);
});

it("gives the start up, with the child's last words, when it dies again and again", { timeout: 20_000 }, async () => {
  const { firstUp } = start(`${LIVES}console.error("Could not find a production build"); process.exit(3);`);
  await expect(firstUp).rejects.toMatchObject({
    message: expect.stringMatching(/5 times.*with 3\.\n.*production build/s),
    advice: expect.stringContaining("npm run build"),
  });
  expect(lives()).toBe(5);
});
