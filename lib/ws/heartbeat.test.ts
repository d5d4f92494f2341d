import { Heartbeat } from "@/lib/ws/heartbeat";
import { expect, it } from "vitest";

it("gives up after two questions without an answer (D-90)", () => {
  const log: string[] = [];
  const heart = new Heartbeat(
    () => log.push("ask"),
    () => log.push("lost"),
  );
  heart.beat();
  heart.beat();
  heart.heard();
  heart.beat();
  heart.beat();
  expect(log).toEqual(["ask", "ask", "ask", "ask"]);
  heart.beat();
  expect(log.at(-1)).toBe("lost");
});
