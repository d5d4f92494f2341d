import { TEXT_ARRAY } from "@/db/text-array";
import fc from "fast-check";
import { expect, test } from "vitest";

test("what is sent is what is read", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (texts) => {
      expect(TEXT_ARRAY.parse(TEXT_ARRAY.serialize(texts))).toEqual(texts);
    }),
  );
});

test.each([
  ["{}", []],
  ["{a,b c}", ["a", "b c"]],
  ['{"",NULL,"NULL"}', ["", null, "NULL"]],
  ['{"a\\"b","c\\\\d","e,f","{g}"}', ['a"b', "c\\d", "e,f", "{g}"]],
  ["{sess:ask,sess:read}", ["sess:ask", "sess:read"]],
])("%s as Postgres prints it", (literal, texts) => {
  expect(TEXT_ARRAY.parse(literal)).toEqual(texts);
});
