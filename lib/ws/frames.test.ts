import { helloText, readAck } from "@/lib/ws/frames";
import { HelloFrame } from "@sess.si/protocol";
import { expect, it } from "vitest";

it("greets with the last number, and with the gap if there is one", () => {
  expect(JSON.parse(helloText({ lastSeq: 4, gap: null }))).toEqual({
    name: "relay.hello",
    payload: { last_seq: 4 },
    seq: null,
  });
  const gap = { dropped: 2, first_seq: 1, last_seq: 3 };
  expect(HelloFrame.parse(JSON.parse(helloText({ lastSeq: 4, gap }))).payload.gap).toEqual(gap);
});

it.each([
  ['{"ack":7}', 7],
  ['{"ack":-1}', -1],
  ['{"ack":9007199254740991,"more":1}', Number.MAX_SAFE_INTEGER],
  ['{"ack":"7"}', null],
  ['{"ack":1e999}', null],
  ['{"seq":7}', null],
  ["7", null],
  ["[]", null],
  ["null", null],
  ["{", null],
  ["", null],
])("reads %s as %s", (text, expected) => {
  expect(readAck(text)).toBe(expected);
});
