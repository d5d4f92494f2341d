import { type Job, startJobs, type Timers } from "@/lib/jobs/schedule";
import { expect, test } from "vitest";

/** A clock that the test moves; `pass` ends when everything due has run. */
function clock() {
  let now = 0;
  let pending: { at: number; act: () => void }[] = [];
  const timers: Timers<{ at: number; act: () => void }> = {
    set(act, ms) {
      const timer = { at: now + ms, act };
      pending.push(timer);
      return timer;
    },
    clear: (timer) => (pending = pending.filter((each) => each !== timer)),
  };
  async function pass(ms: number): Promise<void> {
    now += ms;
    for (;;) {
      const due = pending.filter((timer) => timer.at <= now);
      if (due.length === 0) return;
      pending = pending.filter((timer) => timer.at > now);
      for (const timer of due) timer.act();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { timers, pass, pending: () => pending.length };
}

const noFault = (job: Job, error: unknown) => {
  throw new Error(job.name, { cause: error });
};

test("a job runs at the start, then after every interval", async () => {
  const { timers, pass } = clock();
  let runs = 0;
  startJobs([{ name: "count", everyMs: 1000, run: async () => (runs += 1) < 0 }], { timers, onFault: noFault });
  await pass(0);
  expect(runs).toBe(1);
  await pass(999);
  expect(runs).toBe(1);
  await pass(1);
  expect(runs).toBe(2);
});

test("a job that has more to do goes on at once", async () => {
  const { timers, pass } = clock();
  let left = 3;
  startJobs([{ name: "drain", everyMs: 1000, run: async () => (left -= 1) > 0 }], { timers, onFault: noFault });
  await pass(0);
  expect(left).toBe(0);
});

test("a fault is told and the job runs again; the others do not notice", async () => {
  const { timers, pass } = clock();
  const faults: string[] = [];
  let runs = 0;
  const bad: Job = { name: "bad", everyMs: 10, run: () => Promise.reject(new Error("down")) };
  const good: Job = { name: "good", everyMs: 10, run: async () => (runs += 1) < 0 };
  startJobs([bad, good], { timers, onFault: (job) => faults.push(job.name) });
  await pass(0);
  await pass(10);
  expect(faults).toEqual(["bad", "bad"]);
  expect(runs).toBe(2);
});

test("draining waits for the run in progress and begins no other", async () => {
  const { timers, pass, pending } = clock();
  let finish = (_more: boolean): void => undefined;
  const slow: Job = { name: "slow", everyMs: 10, run: () => new Promise((resolve) => (finish = resolve)) };
  const idle: Job = { name: "idle", everyMs: 10, run: async () => false };
  const schedule = startJobs([slow, idle], { timers, onFault: noFault });
  await pass(0);
  let drained = false;
  const draining = schedule.drain().then(() => (drained = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(drained).toBe(false);
  finish(true);
  await draining;
  expect(pending()).toBe(0);
});
