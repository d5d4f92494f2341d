import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rawMember } from "./raw-member.js";

describe("the text of a member", () => {
  it.each([
    ['{"payload":1}', "1"],
    ['{ "payload" :\n\t9007199254740993 , "x": 1}', "9007199254740993"],
    ['{"payload":{"b":1,"a":1,"a":2,"__proto__":[]}}', '{"b":1,"a":1,"a":2,"__proto__":[]}'],
    ['{"a":"\\"payload\\":1","payload":"\\\\"}', '"\\\\"'],
    ['{"pay\\u006coad":[" ] } \\" ",{}],"z":0}', '[" ] } \\" ",{}]'],
    ['{"payload":1,"payload":2}', "2"],
    ['{"x":{"payload":1}}', undefined],
    ['{"x":["payload",{"payload":1}],"payload":null}', "null"],
    ["{}", undefined],
    [" { } ", undefined],
    ['{"payload":"\\u0000\\ud800"}', '"\\u0000\\ud800"'],
    ['{"payload":-0.0e+10}', "-0.0e+10"],
  ])("of %s is %s (I21, D-45)", (json, expected) => {
    expect(rawMember(json, "payload")).toBe(expected);
  });

  it("means what JSON.parse reads there, however it is laid out", () => {
    const key = fc.constantFrom("payload", "pay", "", '"', "\\", "__proto__", "payload\\");
    const object = fc.array(fc.tuple(key, fc.jsonValue()), { maxLength: 6 });
    const space = fc.constantFrom(0, 1, "\t", "\n ");
    fc.assert(
      fc.property(object, space, (members, indent) => {
        const inner = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value, null, indent)}`);
        const json = `{${inner.join(indent === 0 ? "," : " ,\n ")}}`;
        const last = members.findLast(([name]) => name === "payload");
        const raw = rawMember(json, "payload");
        expect(raw === undefined).toBe(last === undefined);
        if (raw !== undefined) expect(raw).toBe(JSON.stringify(last![1], null, indent));
      }),
      { numRuns: 1000 },
    );
  });

  it("is found at any depth of what stands before it, in time", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const long = JSON.stringify('\\"'.repeat(100_000));
    expect(rawMember(`{"a":${deep},"b":${long},"payload":7}`, "payload")).toBe("7");
  });
});
