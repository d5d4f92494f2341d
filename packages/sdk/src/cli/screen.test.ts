import { encode } from "uqr";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { testClock } from "../../testing/test-clock.js";
import { terminal } from "../../testing/terminal.js";
import { startLiveLine } from "./live-line.js";
import { showLink } from "./show-link.js";

const LINK = "http://localhost:3000/a/0123456789abcdefghijklmnopqrstuv";

describe("the QR code", () => {
  test("is the link's, light on black, with its quiet margin", () => {
    const { io, stderr } = terminal({ isTTY: true, columns: 100 });
    showLink(io, LINK, true);
    const rows = stderr()
      .split("\n")
      .filter((line) => line.startsWith("\u001b[97;40m"))
      .map((line) => line.slice("\u001b[97;40m".length, -"\u001b[0m".length).split(""));
    const light = rows.flatMap((row) => [
      row.map((cell) => "█▀".includes(cell)),
      row.map((cell) => "█▄".includes(cell)),
    ]);
    const { data, size } = encode(LINK, { border: 2 });
    expect(light.slice(0, size).map((row) => row.map((isLight) => !isLight))).toEqual(data);
  });

  test.each([
    ["is not drawn into a file", { isTTY: false }, true],
    ["is not drawn where it would be broken by the width", { isTTY: true, columns: 30 }, true],
    ["is not drawn with --no-qr", { isTTY: true, columns: 100 }, false],
  ])("%s, where the link stands alone", (_, screen, withQr) => {
    const { io, stderr } = terminal(screen);
    showLink(io, LINK, withQr);
    expect(stderr()).toBe(`\nAnswer here, on any device:\n\n  ${LINK}\n\n`);
  });
});

describe("the live line", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const now = new Date(2026, 2, 3, 12, 0).getTime();
  const openUntil = new Date(2026, 2, 3, 14, 30).getTime();
  const lines = (text: string) => text.split("\r\u001b[2K").filter((line) => line !== "");

  test("is kept up to date on a terminal, and is gone at the end", () => {
    const clock = testClock();
    const { io, stderr } = terminal({ isTTY: true, columns: 120, clock, wallClock: () => now });
    const line = startLiveLine(io, openUntil);
    clock.pass(120_000);
    vi.advanceTimersByTime(1000);
    line.connection("lost");
    line.connection("back");
    line.end();
    vi.advanceTimersByTime(5000);
    const rest = "open until 14:30. Ctrl-C stops waiting; the link stays open.";
    expect(lines(stderr())).toEqual([
      `Waiting — 0 s, ${rest}`,
      `Waiting — 2 min, ${rest}`,
      `Connection lost, trying again — 2 min, ${rest}`,
      `Waiting — 2 min, ${rest}`,
    ]);
    expect(stderr().endsWith("\r\u001b[2K")).toBe(true);
  });

  test("is no longer than the terminal is wide", () => {
    const { io, stderr } = terminal({ isTTY: true, columns: 20, wallClock: () => now });
    startLiveLine(io, openUntil).end();
    expect(lines(stderr())).toEqual(["Waiting — 0 s, open"]);
  });

  const over = "its time ended at 14:30, but the person may still ask for more.";

  test("says when the time is up, and that the person may ask for more", () => {
    let at = openUntil - 1000;
    const { io, stderr } = terminal({ isTTY: true, columns: 120, wallClock: () => at });
    const line = startLiveLine(io, openUntil);
    at = openUntil + 5000;
    vi.advanceTimersByTime(1000);
    line.end();
    expect(lines(stderr())[0]).toContain("open until 14:30");
    expect(lines(stderr())[1]).toContain(over);
  });

  test("says so once into a file, and not before a link that nobody can extend has ended", () => {
    let at = openUntil - 1000;
    const { io, stderr } = terminal({ wallClock: () => at });
    const line = startLiveLine(io, openUntil);
    at = openUntil + 4999;
    vi.advanceTimersByTime(1000);
    expect(stderr().split("\n")).toHaveLength(2);
    at += 1;
    vi.advanceTimersByTime(5000);
    line.end();
    expect(stderr().split("\n")).toHaveLength(3);
    expect(stderr()).toContain(over);
  });

  test("is said once into a file", () => {
    const { io, stderr } = terminal({ wallClock: () => now });
    const line = startLiveLine(io, openUntil);
    vi.advanceTimersByTime(5000);
    line.connection("lost");
    line.connection("back");
    line.end();
    expect(stderr().trim().split("\n")).toHaveLength(3);
  });
});
