import { Pace } from "@/lib/ws/pace";
import { expect, it } from "vitest";

function stage() {
  const asked: number[] = [];
  const timers = new Set<() => void>();
  const pace = new Pace(
    (batch) => asked.push(batch),
    { frames: 64, ms: 100 },
    {
      set: (run, ms) => {
        expect(ms).toBe(100);
        const fire = () => void (timers.delete(fire), run());
        timers.add(fire);
        return fire;
      },
      clear: (timer) => void timers.delete(timer as () => void),
    },
  );
  return { asked, timers, pace };
}

it("asks about a single frame when its time is up", () => {
  const { asked, timers, pace } = stage();
  pace.wrote(1, 1);
  pace.wrote(1, 2);
  expect(asked).toEqual([]);
  expect(timers.size).toBe(1);
  timers.forEach((fire) => fire());
  expect(asked).toEqual([2]);
  expect(timers.size).toBe(0);
});

it("asks at the 64th frame without waiting, and counts anew from there", () => {
  const { asked, timers, pace } = stage();
  pace.wrote(63, 1);
  expect(asked).toEqual([]);
  pace.wrote(1, 2);
  expect(asked).toEqual([2]);
  expect(timers.size).toBe(0);
  pace.wrote(63, 3);
  expect(asked).toEqual([2]);
  pace.wrote(200, 4);
  expect(asked).toEqual([2, 4]);
});

it("asks nothing once it was stopped", () => {
  const { asked, timers, pace } = stage();
  pace.wrote(1, 1);
  pace.stop();
  expect(timers.size).toBe(0);
  expect(asked).toEqual([]);
});
