import { EventEmitter } from "node:events";
import { watchArrival } from "@/lib/http/relay/arrival";
import { expect, it } from "vitest";

/** A reply on its way, and what was told of it. */
function reply(socket = new EventEmitter()) {
  const told: string[] = [];
  const outgoing = Object.assign(new EventEmitter(), { destroyed: false, socket });
  const handed = { finished: () => void told.push("finished"), failed: () => void told.push("failed") };
  return { outgoing, handed, told, socket };
}

it("has arrived when it has left this process whole", () => {
  const { outgoing, handed, told } = reply();
  watchArrival(handed, outgoing);
  expect(told).toEqual([]);
  outgoing.emit("finish");
  outgoing.emit("close");
  expect(told).toEqual(["finished"]);
});

it("has failed when its connection ended before that, or had ended already (I09)", () => {
  const cut = reply();
  watchArrival(cut.handed, cut.outgoing);
  cut.outgoing.emit("close");
  expect(cut.told).toEqual(["failed"]);
  const late = reply();
  watchArrival(late.handed, Object.assign(late.outgoing, { destroyed: true }));
  expect(late.told).toEqual(["failed"]);
});

it("fails after all when the connection breaks, and of several on it only the last", () => {
  const first = reply();
  const second = reply(first.socket);
  for (const each of [first, second]) {
    watchArrival(each.handed, each.outgoing);
    each.outgoing.emit("finish");
  }
  first.socket.emit("error");
  expect([first.told, second.told]).toEqual([["finished"], ["finished", "failed"]]);
  expect(first.socket.listenerCount("error")).toBe(0);
});

it("has arrived at once where there is no connection", () => {
  const { handed, told } = reply();
  watchArrival(handed, undefined);
  expect(told).toEqual(["finished"]);
});
