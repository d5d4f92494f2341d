import { expect, test, vi } from "vitest";
import { Mailbox } from "./mailbox.js";

const message = (seq: number | null, name = "command.received") => ({ name, payload: { n: seq }, seq });
const seqs = (mailbox: Mailbox) => mailbox.take(null, 100).map(({ seq }) => seq);

test("events are taken in order, whatever order they came in, and once", () => {
  const mailbox = new Mailbox(0);
  expect(mailbox.receive([message(3), message(4)])).toBe(2);
  expect(mailbox.receive([message(2), message(3), message(null, "session.cold")])).toBe(2);
  expect(seqs(mailbox)).toEqual([2, 3, 4, null]);
  expect(mailbox.receive([message(2), message(4)])).toBe(0);
  expect(seqs(mailbox)).toEqual([]);
});

test("names take what they name and what ends every wait, and leave the rest", () => {
  const mailbox = new Mailbox(0);
  mailbox.receive([message(1), message(2, "supervisor.note"), message(3), message(4, "session.ended")]);
  const names = mailbox.take(new Set(["supervisor.note"]), 100).map(({ name }) => name);
  expect(names).toEqual(["supervisor.note", "session.ended"]);
  expect(seqs(mailbox)).toEqual([1, 3]);
});

test("a gap is an event in front of what came with it", () => {
  const mailbox = new Mailbox(0);
  const gap = { dropped: 7, first_seq: 1, last_seq: 9 };
  mailbox.receive([message(10)], gap);
  expect(mailbox.take(new Set(["nothing"]), 1)).toEqual([{ name: "relay.gap", payload: gap, seq: null }]);
  expect(seqs(mailbox)).toEqual([10]);
});

test("whoever watches is called until it stops, and a settling is reported", () => {
  const mailbox = new Mailbox(0);
  const [wake, settled] = [vi.fn(), vi.fn()];
  mailbox.onSettled = settled;
  const unwatch = mailbox.watch(wake);
  mailbox.receive([message(1)]);
  unwatch();
  mailbox.receive([]);
  mailbox.settle([]);
  mailbox.settle(mailbox.take(null, 1));
  expect([wake.mock.calls.length, settled.mock.calls.length, mailbox.ledger.cursor]).toEqual([1, 1, 1]);
});
