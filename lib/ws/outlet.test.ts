import { Backlog, Corks } from "@/lib/ws/outlet";
import { expect, it } from "vitest";

function stage() {
  const deferred: (() => void)[] = [];
  const corks = new Corks((run) => void deferred.push(run));
  const socketOf = (log: string[]) => ({ cork: () => void log.push("cork"), uncork: () => void log.push("uncork") });
  const turn = () => deferred.splice(0).forEach((run) => run());
  return { corks, socketOf, turn, deferred };
}

it("lets a lone frame go at once", () => {
  const { corks, socketOf, turn } = stage();
  const log: string[] = [];
  const socket = socketOf(log);
  corks.writing(socket, 1);
  turn();
  corks.writing(socket, 1);
  turn();
  expect(log).toEqual([]);
});

it("holds the second frame of a turn, and lets all of them go together", () => {
  const { corks, socketOf, turn, deferred } = stage();
  const log: string[] = [];
  const other: string[] = [];
  const socket = socketOf(log);
  corks.writing(socket, 1);
  corks.writing(socketOf(other), 3);
  corks.writing(socket, 1);
  corks.writing(socket, 1);
  expect(deferred).toHaveLength(1);
  expect([log, other]).toEqual([["cork"], ["cork"]]);
  turn();
  expect([log, other]).toEqual([
    ["cork", "uncork"],
    ["cork", "uncork"],
  ]);
});

function backlog() {
  const told: boolean[] = [];
  const state = { waiting: 0 };
  return {
    told,
    state,
    log: new Backlog(
      1000,
      () => state.waiting,
      (isOpen) => told.push(isOpen),
    ),
  };
}

it("closes above the bound and opens when the socket has drained (I19)", () => {
  const { told, state, log } = backlog();
  state.waiting = 1000;
  log.wrote(100);
  expect(told).toEqual([]);
  state.waiting = 1001;
  log.wrote(1);
  log.wrote(1);
  expect(told).toEqual([false]);
  log.drained();
  log.drained();
  expect(told).toEqual([false, true]);
});

it("says after a large batch that there is room, if there is", () => {
  const { told, log } = backlog();
  log.wrote(500);
  expect(told).toEqual([true]);
  log.wrote(499);
  expect(told).toEqual([true]);
});
