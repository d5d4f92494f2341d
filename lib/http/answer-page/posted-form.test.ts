import { workOf } from "@/e2e/support/work";
import { fieldsOfForm, hasTooManyEntries, readPostedForm } from "@/lib/http/answer-page/posted-form";
import { describe, expect, it } from "vitest";

const form = (pairs: [string, string][]) => readPostedForm(new URLSearchParams(pairs).toString());

describe("a posted form", () => {
  it.each([
    [[["action", "approve"]], { kind: "answer", actionId: "approve" }],
    [[["action", ""]], { kind: "none" }],
    [[], { kind: "none" }],
    [[["extend", "1"]], { kind: "extend" }],
    [[["back", "1"]], { kind: "back" }],
    [
      [
        ["action", ""],
        ["action", "stop"],
      ],
      { kind: "answer", actionId: "stop" },
    ],
    [
      [
        ["action", "approve"],
        ["action", "stop"],
      ],
      { kind: "none" },
    ],
  ] as [[string, string][], object][])("%j was %j", (pairs, press) => {
    expect(form(pairs).press).toEqual(press);
  });

  it.each([
    ["2026-03-01T16:30", "2026-03-01T14:30:00Z"],
    ["03/01/2026 14:30", "03/01/2026 14:30"],
    ["1 Mar 2026 14:30", "1 Mar 2026 14:30"],
  ])("takes %s for the proposal only where it is that moment", (typed, value) => {
    const posted = {
      "f.at": [""],
      "f.at.typed": [typed],
      "f.at.zone": ["+02:00"],
      "f.at.proposed": ["2026-03-01T14:30:00Z"],
    };
    expect(fieldsOfForm(posted)).toEqual({ at: [value] });
  });

  it("keeps every control, and nothing else, to show again", () => {
    const { nonce, posted, entries } = form([
      ["nonce", "n"],
      ["action", "a"],
      ["f.size", "s"],
      ["f.size", "m"],
      ["other", "x"],
    ]);
    expect(nonce).toBe("n");
    expect(posted).toEqual({ "f.size": ["s", "m"] });
    expect(entries).toHaveLength(5);
  });

  it("reads values by field", () => {
    expect(
      fieldsOfForm(
        form([
          ["f.a", "1"],
          ["f.b", "x"],
          ["f.b", "y"],
        ]).posted,
      ),
    ).toEqual({ a: ["1"], b: ["x", "y"] });
  });

  it("prefers a date that was typed", () => {
    const date = (picked: string, typed: string) => fieldsOfForm({ "f.d": [picked], "f.d.typed": [typed] });
    expect(date("2026-03-01", "")).toEqual({ d: ["2026-03-01"] });
    expect(date("2026-03-01", " ")).toEqual({ d: ["2026-03-01"] });
    expect(date("2026-03-01", "2026-04-02")).toEqual({ d: ["2026-04-02"] });
    expect(date("", "2026-04-02")).toEqual({ d: ["2026-04-02"] });
  });

  it("gives a time its zone, and an unchanged one back as it was proposed", () => {
    const at = (local: string, zone: string, proposed?: string) =>
      fieldsOfForm({ "f.t": [local], "f.t.zone": [zone], ...(proposed && { "f.t.proposed": [proposed] }) });
    expect(at("2026-03-01T14:30", "+01:00")).toEqual({ t: ["2026-03-01T14:30:00+01:00"] });
    expect(at("2026-03-01T14:30", "+01:00", "2026-03-01T13:30:00Z")).toEqual({ t: ["2026-03-01T13:30:00Z"] });
    expect(at("2026-03-01T14:31", "+01:00", "2026-03-01T13:30:00Z")).toEqual({ t: ["2026-03-01T14:31:00+01:00"] });
    expect(at("", "+01:00", "2026-03-01T13:30:00Z")).toEqual({ t: [""] });
  });

  it("lets no name reach a prototype", () => {
    const { posted } = form([
      ["f.__proto__", "x"],
      ["f.constructor", "y"],
    ]);
    const fields = fieldsOfForm(posted);
    expect(Object.keys(fields)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  });
});

describe("a form without end", () => {
  it.each([
    ["one name", () => "f.a&".repeat(100_000)],
    ["many names", () => Array.from({ length: 20_000 }, (_, index) => `f.a${index}=1`).join("&")],
    ["zones", () => Array.from({ length: 20_000 }, (_, index) => `f.t=2026-03-01T12:00&f.t.zone.${index}=Z`).join("&")],
    ["dots", () => `f.${".".repeat(500_000)}=1`],
  ])("of %s is read at once", (_, body) => {
    const text = body();
    expect(workOf(() => fieldsOfForm(readPostedForm(text).posted))).toBeLessThan(50);
  });

  it("is known by its entries before it is read", () => {
    const isTooMany = (body: string) => hasTooManyEntries(Buffer.from(body));
    expect(isTooMany("a=1&".repeat(8191))).toBe(false);
    expect(isTooMany("a=1&".repeat(8192))).toBe(true);
    expect(isTooMany("x".repeat(1_000_000))).toBe(false);
  });
});
