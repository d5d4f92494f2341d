import { parseIfMatch } from "@/lib/ask/core/precondition";
import { expect, test } from "vitest";

test.each([
  ['"1"', 1],
  [' "12" ', 12],
])("%s names a revision", (header, revision) => {
  expect(parseIfMatch(header)).toBe(revision);
});

test.each([undefined, "", "  "])("%j is missing", (header) => {
  expect(() => parseIfMatch(header)).toThrow(expect.objectContaining({ code: "precondition_required", status: 428 }));
});

test.each(["1", "*", 'W/"1"', '"0"', '"01"', '"-1"', '"1.0"', '"1", "2"', '"1', '"1e3"', '"12345678901"', '"１"'])(
  "%s is malformed",
  (header) => {
    expect(() => parseIfMatch(header)).toThrow(expect.objectContaining({ code: "invalid_arguments", status: 400 }));
  },
);
