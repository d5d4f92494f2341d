import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pointer } from "./pointer.js";
import { findUnsafeKey } from "./unsafe-key.js";
import { findUnstorableText } from "./unstorable-text.js";

const parse = (json: string) => JSON.parse(json) as unknown;

describe("unsafe keys", () => {
  it.each([
    ['{"__proto__":1}', "/__proto__"],
    ['{"a":[0,{"constructor":1}]}', "/a/1/constructor"],
    ['{"a/b":{"~":{"prototype":{}}}}', "/a~1b/~0/prototype"],
    ['{"a":{"b":{"__proto__":1}},"constructor":2}', "/a/b/__proto__"],
    ['{"constructor":{"__proto__":1}}', "/constructor"],
  ])("in %s the first is %s", (json, found) => {
    expect(findUnsafeKey(parse(json))).toBe(found);
  });

  it.each(["{}", "null", '"__proto__"', '["constructor"]', '{"a":"prototype"}', '{"proto":1,"__proto":2}'])(
    "there is none in %s",
    (json) => {
      expect(findUnsafeKey(parse(json))).toBeNull();
    },
  );

  it("are found wherever they are planted", () => {
    const path = fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.nat(3)), { maxLength: 6 });
    fc.assert(
      fc.property(path, fc.constantFrom("__proto__", "constructor", "prototype"), (way, key) => {
        const safe = way.filter((step) => step !== "__proto__");
        const json = [...safe, key].reduceRight<string>(
          (inner, step) =>
            typeof step === "number" ? `[${"0,".repeat(step)}${inner}]` : `{"z":0,${JSON.stringify(step)}:${inner}}`,
          '"x"',
        );
        expect(findUnsafeKey(parse(json))).toBe(pointer("", [...safe, key]));
      }),
    );
  });

  it("are found below any depth that a body can have", () => {
    const levels = 128 * 1024;
    expect(findUnsafeKey(parse(`${"[".repeat(levels)}${"]".repeat(levels)}`))).toBeNull();
  });
});

describe("text that cannot be stored", () => {
  it.each([
    [{ a: "\0" }, ["a"]],
    [{ a: ["ok", "\ud83d"] }, ["a", "1"]],
    [{ a: { "x\0": 1 } }, ["a", "x\0"]],
    [{ a: "😹", b: "\udc00", c: "\0" }, ["b"]],
  ])("in %j", (document, path) => {
    expect(findUnstorableText(document)?.path).toEqual(path);
  });

  it("is not seen where there is none", () => {
    expect(findUnstorableText({ a: ["b", 1, null, "😹"] })).toBeNull();
  });
});
