import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as arbitrary from "../../test/arbitrary.js";
import { field, interaction, surfaceOf, textComponent } from "../../test/examples.js";
import { messageOf, refusalOf, refused } from "../../test/refusal.js";
import { canonicalJson } from "../canonical-json.js";
import { pointer } from "../pointer.js";
import { checkAnswer } from "./check-answer.js";
import { fieldsOf, optionsOf } from "./field.js";
import { parseInteraction } from "./parse-interaction.js";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const component = "/interaction/source/components/0";
const parseField =
  (schema: unknown, rest: Record<string, unknown> = {}) =>
  () =>
    parseInteraction(interaction([field(schema, rest)]));

describe("the normal form", () => {
  it("is a fixed point, and the same after a round trip through JSON", () => {
    fc.assert(
      fc.property(arbitrary.interaction, (input) => {
        const surface = parseInteraction(input);
        expect(JSON.stringify(parseInteraction(surface))).toBe(JSON.stringify(surface));
        expect(canonicalJson(parseInteraction(JSON.parse(canonicalJson(surface))))).toBe(canonicalJson(surface));
      }),
      { numRuns: 100 },
    );
  });

  it("does not touch what it was made from", () => {
    fc.assert(
      fc.property(arbitrary.interaction, (input) => {
        const before = JSON.stringify(input);
        parseInteraction(input);
        expect(JSON.stringify(input)).toBe(before);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps every word that a person reads", () => {
    const words = (value: unknown): string[] =>
      typeof value === "string"
        ? [value]
        : typeof value === "object" && value !== null
          ? Object.values(value).flatMap(words)
          : [];
    fc.assert(
      fc.property(arbitrary.interaction, (input) => {
        const surface = parseInteraction(input);
        expect(surface.title).toBe(input.title);
        expect(surface.source.components).toHaveLength(input.source.components.length);
        const kept = words(surface);
        expect(input.actions.every(({ label }) => kept.includes(label))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("is answered by what it proposes, with nothing changed", () => {
    fc.assert(
      fc.property(arbitrary.interaction, (input) => {
        const surface = parseInteraction(input);
        const fields = fieldsOf(surface);
        const values = Object.fromEntries(
          fields.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]),
        );
        const [action] = surface.actions;
        const check = checkAnswer(surface, { actionId: action!.id, values });
        if (check.ok) expect(check.answer.changed).toEqual([]);
        else expect(check.issues.every(({ field: name, code }) => code === "required" && !(name in values))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe("labelled options, in whatever spelling", () => {
  it("are one model: the answer is the id, the page shows the label", () => {
    fc.assert(
      fc.property(arbitrary.labelledOptions, (options) => {
        const ids = options.map(([id]) => id);
        const titles = options.map(([, title]) => title);
        const titled = options.map(([id, title]) => ({ const: id, title }));
        const surface = surfaceOf(field({ type: "string", enum: ids }, { option_labels: Object.fromEntries(options) }));
        expect(optionsOf(fieldsOf(surface)[0]!)).toEqual(options.map(([id, label]) => ({ id, label })));
        for (const schema of [
          { type: "string", enum: ids, enumNames: titles },
          { type: "string", oneOf: titled },
          { oneOf: titled },
          { enum: ids, enumNames: titles },
        ]) {
          expect(JSON.stringify(surfaceOf(field(schema)))).toBe(JSON.stringify(surface));
        }
        const several = surfaceOf(field({ type: "array", items: { type: "string", enum: ids, enumNames: titles } }));
        for (const items of [{ anyOf: titled }, { type: "string", anyOf: titled }, { enum: ids, enumNames: titles }]) {
          expect(JSON.stringify(surfaceOf(field({ type: "array", items })))).toBe(JSON.stringify(several));
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each<[string, unknown, Record<string, unknown>, string, number?, number?]>([
    ["an id twice", { type: "string", enum: ["a", "b", "a"] }, {}, "/schema/enum/2"],
    [
      "a const twice",
      {
        type: "string",
        oneOf: [
          { const: "a", title: "A" },
          { const: "a", title: "B" },
        ],
      },
      {},
      "/schema/oneOf/1/const",
    ],
    ["an id of several twice", { type: "array", items: { enum: ["a", "a"] } }, {}, "/schema/items/enum/1"],
    [
      "a const of several twice",
      {
        type: "array",
        items: {
          anyOf: [
            { const: "a", title: "A" },
            { const: "a", title: "B" },
          ],
        },
      },
      {},
      "/schema/items/anyOf/1/const",
    ],
    ["an empty title", { type: "string", oneOf: [{ const: "a", title: "" }] }, {}, "/schema/oneOf/0/title", 1, 0],
    ["a blank title", { type: "string", oneOf: [{ const: "a", title: " \u200b" }] }, {}, "/schema/oneOf/0/title"],
    ["a blank name", { type: "string", enum: ["a"], enumNames: ["\u2060"] }, {}, "/schema/enumNames/0"],
    ["a blank id that would be shown", { type: "string", enum: ["a", " "] }, {}, "/schema/enum/1"],
    ["an empty id", { type: "string", enum: [""] }, {}, "/schema/enum/0", 1, 0],
    ["no options", { type: "string", enum: [] }, {}, "/schema/enum", 1, 0],
    ["no options of several", { type: "array", items: {} }, {}, "/schema/items/enum"],
    ["names without options", { type: "string", enumNames: ["A"] }, {}, "/schema/enum"],
    ["too many names", { type: "string", enum: ["a"], enumNames: ["A", "B"] }, {}, "/schema/enumNames", 1, 2],
    ["enum and oneOf", { type: "string", enum: ["a"], oneOf: [{ const: "a", title: "A" }] }, {}, "/schema/oneOf"],
    [
      "enum and anyOf",
      { type: "array", items: { enum: ["a"], anyOf: [{ const: "a", title: "A" }] } },
      {},
      "/schema/items/anyOf",
    ],
    [
      "labels said twice",
      { type: "string", oneOf: [{ const: "a", title: "A" }] },
      { option_labels: { a: "B" } },
      "/option_labels",
    ],
    ["a label of no option", { type: "string", enum: ["a"] }, { option_labels: { b: "B" } }, "/option_labels/b"],
    ["labels of a text", { type: "string" }, { option_labels: { a: "A" } }, "/option_labels"],
    [
      "a label that is neither yes nor no",
      { type: "boolean" },
      { option_labels: { maybe: "M" } },
      "/option_labels/maybe",
    ],
    [
      "a label of a step that is not there",
      { type: "integer" },
      { widget: "rating", option_labels: { "6": "M" } },
      "/option_labels/6",
    ],
    ["an id that nobody sees", { type: "string", enum: ["a", " "] }, {}, "/schema/enum/1"],
    [
      "a labelled id that nobody sees",
      { type: "string", oneOf: [{ const: "\t", title: "A" }] },
      {},
      "/schema/oneOf/0/const",
    ],
    [
      "a named id that nobody sees",
      { type: "array", items: { enum: ["\u200b"], enumNames: ["A"] } },
      {},
      "/schema/items/enum/0",
    ],
    ["ids that a form makes one", { type: "string", enum: ["a\nb", "a\r\nb"] }, {}, "/schema/enum/1"],
    ["a least length", { type: "string", enum: ["a"], minLength: 1 }, {}, "/schema/minLength"],
    ["a format", { type: "string", enum: ["a"], format: "date" }, {}, "/schema/format"],
    ["a pattern", { type: "string", oneOf: [{ const: "a", title: "A" }], pattern: "a" }, {}, "/schema/pattern"],
    ["several lines", { type: "string", enum: ["a"] }, { multiline: true }, "/multiline"],
  ])("refuse %s", (_, schema, rest, at, limit, length) => {
    expect(refusalOf(parseField(schema, rest))).toEqual(refused(`${component}${at}`, limit, length));
  });

  it("may begin or end with spaces", () => {
    expect(refusalOf(parseField({ type: "string", enum: [" a", "a", "a "] }))).toBeNull();
  });

  it("with a long id need a label only", () => {
    const id = "x".repeat(500);
    expect(refusalOf(parseField({ type: "string", enum: [id] }))).toEqual(
      refused(`${component}/schema/enum/0`, 60, 500),
    );
    expect(refusalOf(parseField({ type: "string", enum: [id] }, { option_labels: { [id]: "Short" } }))).toBeNull();
  });
});

describe("a field whose parts do not fit", () => {
  it.each<[string, unknown, Record<string, unknown>, string, number?, number?]>([
    ["crossed lengths", { type: "string", minLength: 2, maxLength: 1 }, {}, "/schema/maxLength", 2],
    ["crossed bounds", { type: "number", minimum: 0.2, maximum: 0.1 }, {}, "/schema/maximum", 0.2],
    [
      "crossed counts",
      { type: "array", items: { enum: ["a", "b"] }, minItems: 2, maxItems: 1 },
      {},
      "/schema/maxItems",
      2,
    ],
    ["more than there are", { type: "array", items: { enum: ["a"] }, minItems: 2 }, {}, "/schema/minItems", 1],
    ["no whole number between", { type: "integer", minimum: 1.2, maximum: 1.8 }, {}, "/schema/maximum"],
    ["no safe integer", { type: "integer", minimum: 2 ** 60 }, {}, "/schema/minimum"],
    ["none below either", { type: "integer", maximum: -(2 ** 53) }, {}, "/schema/maximum"],
    ["no step between", { type: "integer", minimum: 1, maximum: 4, multipleOf: 5 }, {}, "/schema/multipleOf"],
    ["no step of a number", { type: "number", minimum: 5.5, maximum: 9.5, multipleOf: 5 }, {}, "/schema/multipleOf"],
    ["nothing for an answer", { type: "string", maxLength: 0 }, {}, "/schema/maxLength", 1],
    [
      "no choice for an answer",
      { type: "array", items: { enum: ["a"] }, maxItems: 0 },
      { required: true },
      "/schema/maxItems",
      1,
    ],
    ["a date too short", { type: "string", format: "date", maxLength: 9 }, {}, "/schema/maxLength", 10],
    ["a date too long", { type: "string", format: "date", minLength: 11 }, {}, "/schema/minLength", 10],
    ["an e-mail address too short", { type: "string", format: "email", maxLength: 4 }, {}, "/schema/maxLength", 5],
    ["an e-mail address too long", { type: "string", format: "email", minLength: 255 }, {}, "/schema/minLength", 254],
    ["a moment too short", { type: "string", format: "date-time", maxLength: 19 }, {}, "/schema/maxLength", 20],
    ["an address too short", { type: "string", format: "uri", maxLength: 2 }, {}, "/schema/maxLength", 3],
    ["no whole number", { type: "number", minimum: 0.1, maximum: 0.9, multipleOf: 1 }, {}, "/schema/multipleOf"],
    ["a name that every object has", { type: "string" }, { name: "constructor" }, "/name"],
    ["another one", { type: "string" }, { name: "prototype" }, "/name"],
    ["a negative length", { type: "string", minLength: -1 }, {}, "/schema/minLength", 0],
    ["more than is taken", { type: "string", maxLength: 32_769 }, {}, "/schema/maxLength", 32_768],
    ["more than a pattern takes", { type: "string", pattern: "a", maxLength: 2001 }, {}, "/schema/maxLength", 2000],
    ["a least that nobody can reach", { type: "string", minLength: 32_769 }, {}, "/schema/minLength", 32_768],
    ["half a character", { type: "string", maxLength: 1.5 }, {}, "/schema/maxLength"],
    ["a step of nothing", { type: "number", multipleOf: 0 }, {}, "/schema/multipleOf", 0],
    ["a consent that is no", { type: "boolean", const: false }, {}, "/schema/const"],
    ["a kind of schema that no form can show", { type: "object" }, {}, "/schema/type"],
    ["a schema without a type", { minLength: 1 }, {}, "/schema/type"],
    ["a schema that is none", "string", {}, "/schema"],
    ["an unknown format", { type: "string", format: "ipv4" }, {}, "/schema/format"],
    ["an unknown property", { type: "string", title: "T" }, {}, "/schema/title"],
    ["a property of another kind", { type: "boolean", minimum: 1 }, {}, "/schema/minimum"],
    ["lines of a number", { type: "number" }, { multiline: true }, "/multiline"],
    ["lines of a date", { type: "string", format: "date" }, { multiline: true }, "/multiline"],
    ["a rating of a text", { type: "string" }, { widget: "rating" }, "/widget"],
    ["a rating of fractions", { type: "number" }, { widget: "rating" }, "/widget"],
    ["a rating between whole numbers", { type: "integer", minimum: 0.5 }, { widget: "rating" }, "/schema/minimum"],
    ["a rating in steps", { type: "integer", multipleOf: 2 }, { widget: "rating" }, "/schema/multipleOf"],
    ["a rating from beyond its end", { type: "integer", minimum: 6 }, { widget: "rating" }, "/schema/minimum"],
    ["an unknown widget", { type: "integer" }, { widget: "slider" }, "/widget"],
    ["a pattern that does not compile", { type: "string", pattern: "[" }, {}, "/schema/pattern"],
    ["a pattern of unbounded time", { type: "string", pattern: "(?=(a+))\\1" }, {}, "/schema/pattern"],
    ["a required that is a word", { type: "string" }, { required: "yes" }, "/required"],
    ["no value as null", { type: "string" }, { value: null }, "/value"],
  ])("is refused: %s", (_, schema, rest, at, limit, length) => {
    expect(refusalOf(parseField(schema, rest))).toEqual(refused(`${component}${at}`, limit, length));
  });
});

it.each([
  [{ type: "integer", minimum: Number.MAX_SAFE_INTEGER }, {}],
  [{ type: "integer", minimum: 1, maximum: 5, multipleOf: 5 }, {}],
  [{ type: "integer", minimum: -4, maximum: 4, multipleOf: 5 }, {}],
  [{ type: "number", minimum: 0.1, maximum: 0.3, multipleOf: 0.2 }, {}],
  [{ type: "string", maxLength: 0 }, { required: false }],
  [{ type: "string", format: "date", minLength: 10, maxLength: 10 }, {}],
  [{ type: "string", format: "email", minLength: 254, maxLength: 254 }, {}],
  [{ type: "string", format: "uri", maxLength: 3 }, {}],
  [{ type: "string", format: "date-time", maxLength: 20 }, {}],
  [{ type: "string" }, { name: "toString" }],
])("bounds that leave one answer are good: %j", (schema, rest) => {
  expect(refusalOf(parseField(schema, rest))).toBeNull();
});

describe("a proposal", () => {
  it.each<[string, unknown, unknown, number?, number?]>([
    ["too long", { type: "string", maxLength: 3 }, "cat😹", 3, 4],
    ["too short", { type: "string", minLength: 2 }, "😹", 2, 1],
    ["no match", { type: "string", pattern: "^a$" }, "b"],
    ["no day", { type: "string", format: "date" }, "2026-02-30"],
    ["no moment", { type: "string", format: "date-time" }, "2026-02-28T10:00"],
    ["no option", { type: "string", enum: ["a"] }, "A"],
    ["no options", { type: "array", items: { enum: ["a"] } }, ["a", "b"]],
    ["an option twice", { type: "array", items: { enum: ["a", "b"] } }, ["a", "a"]],
    ["too few", { type: "array", items: { enum: ["a", "b"] }, minItems: 1 }, [], 1, 0],
    ["too many", { type: "array", items: { enum: ["a", "b"] }, maxItems: 1 }, ["a", "b"], 1, 2],
    ["too small", { type: "number", minimum: 1 }, 0.9, 1],
    ["too big", { type: "integer", maximum: 1 }, 2, 1],
    ["no step", { type: "number", multipleOf: 0.1 }, 0.35, 0.1],
    ["no integer", { type: "integer" }, 1.5],
    ["no safe integer", { type: "integer" }, 2 ** 53],
    ["a text for a number", { type: "number" }, "1"],
    ["a number for a text", { type: "string" }, 1],
    ["one for several", { type: "array", items: { enum: ["a"] } }, "a"],
    ["a word for yes", { type: "boolean" }, "true"],
    ["no for consent", { type: "boolean", const: true }, false],
  ])("must be an answer: %s", (_, schema, value, limit, length) => {
    expect(refusalOf(parseField(schema, { value }))).toEqual(refused(`${component}/value`, limit, length));
    const withDefault = parseField({ ...(schema as object), default: value });
    expect(refusalOf(withDefault)).toMatchObject({
      field: expect.stringContaining(`${component}/schema/default`) as string,
    });
  });

  it.each([
    ["date", "0000-12-31"],
    ["date-time", "0000-12-31T12:00:00Z"],
    ["date-time", "2016-12-31T23:59:60-00:00"],
  ])("must be one that a control can show: %s %s", (format, value) => {
    const type = "string";
    expect(refusalOf(parseField({ type, format }, { value }))).toEqual(refused(`${component}/value`));
    expect(refusalOf(parseField({ type, format, default: value }))).toEqual(refused(`${component}/schema/default`));
    expect(refusalOf(parseField({ type, enum: [value, "other"] }, { value }))).toBeNull();
  });

  it("may be said as value, as default or, alike, as both", () => {
    const expected = JSON.stringify(surfaceOf(field({ type: "string" }, { value: "a" })));
    expect(JSON.stringify(surfaceOf(field({ type: "string", default: "a" })))).toBe(expected);
    expect(JSON.stringify(surfaceOf(field({ type: "string", default: "a" }, { value: "a" })))).toBe(expected);
    expect(refusalOf(parseField({ type: "string", default: "a" }, { value: "b" }))).toEqual(
      refused(`${component}/value`),
    );
  });

  it("of nothing is none", () => {
    const bare = JSON.stringify(surfaceOf(field({ type: "string" })));
    expect(JSON.stringify(surfaceOf(field({ type: "string" }, { value: "" })))).toBe(bare);
    expect(JSON.stringify(surfaceOf(field({ type: "string" }, { value: " \u200b\u2800" })))).toBe(bare);
    const several = { type: "array", items: { enum: ["a"] } };
    expect(surfaceOf(field(several, { value: [] }))).toEqual(surfaceOf(field(several)));
    expect(fieldsOf(surfaceOf(field({ type: "boolean" }, { value: false })))[0]?.value).toBe(false);
    expect(fieldsOf(surfaceOf(field({ type: "number" }, { value: -0 })))[0]?.value).toBe(0);
  });

  it("is measured in its normal form", () => {
    expect(refusalOf(parseField({ type: "string", maxLength: 4 }, { value: "cafe\u0301" }))).toBeNull();
    expect(refusalOf(parseField({ type: "string", maxLength: 3 }, { value: "a\r\nb" }))).toBeNull();
  });
});

describe("a closed schema", () => {
  /** Every object of a document that is neither a record's fields nor a choice's labels. */
  function objectsOf(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
    if (typeof value !== "object" || value === null) return [];
    const inner = Object.entries(value).flatMap(([key, child]) =>
      (key === "fields" || key === "option_labels") && !Array.isArray(child) ? [] : objectsOf(child, [...path, key]),
    );
    return Array.isArray(value) ? inner : [path, ...inner];
  }

  function plant(value: unknown, [key, ...rest]: PropertyKey[], planted: string): unknown {
    if (key === undefined) return { ...(value as object), [planted]: 1 };
    if (Array.isArray(value))
      return value.map((child: unknown, i) => (String(i) === key ? plant(child, rest, planted) : child));
    return Object.fromEntries(
      Object.entries(value as object).map(([k, child]) => [
        k,
        k === key ? plant(child, rest, planted) : (child as unknown),
      ]),
    );
  }

  it("names the unknown property, wherever it stands", () => {
    fc.assert(
      fc.property(
        arbitrary.interaction,
        fc.nat(),
        fc.constantFrom("x", "markup", "a/b", "~", ""),
        (input, pick, key) => {
          const places = objectsOf(input);
          const place = places[pick % places.length]!;
          expect(refusalOf(() => parseInteraction(plant(input, place, key)))).toEqual(
            refused(pointer("/interaction", [...place, key])),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it("names the unsafe key, wherever it stands and whatever else is wrong", () => {
    const anywhere = (value: unknown, path: PropertyKey[] = []): PropertyKey[][] =>
      typeof value === "object" && value !== null
        ? [
            ...(Array.isArray(value) ? [] : [path]),
            ...Object.entries(value).flatMap(([key, child]) => anywhere(child, [...path, key])),
          ]
        : [];
    const keys = fc.constantFrom("__proto__", "constructor", "prototype");
    fc.assert(
      fc.property(arbitrary.interaction, fc.nat(), keys, (input, pick, key) => {
        const places = anywhere(input);
        const place = places[pick % places.length]!;
        const json = JSON.stringify(plant({ ...input, mode: 1 }, place, "PLANTED")).replaceAll("PLANTED", key);
        expect(refusalOf(() => parseInteraction(JSON.parse(json)))).toEqual(
          refused(pointer("/interaction", [...place, key])),
        );
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["a component of an unknown kind", { type: "image", url: "x" }, "/type"],
    ["a component without a kind", { text: "x" }, "/type"],
    ["a component that is a text", "Look.", ""],
    ["a component that is nothing", null, ""],
    ["a record of numbers", { type: "record", fields: { a: 1 } }, "/fields/a"],
    ["a record that is a list", { type: "record", fields: ["a"] }, "/fields"],
    ["a heading without text", { type: "heading" }, "/text"],
  ])("refuses %s", (_, broken, at) => {
    expect(refusalOf(() => parseInteraction(interaction([broken])))).toEqual(refused(`${component}${at}`));
  });

  it.each([
    ["mode", { mode: "form" }],
    ["mode", { mode: undefined }],
    ["title", { title: 1 }],
    ["title", { title: undefined }],
    ["source", { source: undefined }],
    ["actions", { actions: undefined }],
    ["actions", { actions: {} }],
    ["source/kind", { source: { kind: "html", components: [textComponent] } }],
    ["source/components", { source: { kind: "sess_surface" } }],
    ["actions/0/intent", { actions: [{ id: "a", label: "A", intent: "cancel" }] }],
    ["actions/0/label", { actions: [{ id: "a" }] }],
  ])("refuses another %s", (at, rest) => {
    expect(refusalOf(() => parseInteraction(interaction(undefined, rest)))).toEqual(refused(`/interaction/${at}`));
  });

  it.each([undefined, null, 1, "x", [], true])("refuses %j for an interaction", (input) => {
    expect(refusalOf(() => parseInteraction(input))).toEqual(refused("/interaction"));
  });
});

describe("text that cannot be stored", () => {
  it.each(["\0", "a\0", "\ud83d", "x\ude39y"])("%j is refused wherever it stands", (text) => {
    const places: [unknown, string][] = [
      [interaction(undefined, { title: text }), "/interaction/title"],
      [interaction([{ type: "text", text }]), `${component}/text`],
      [interaction([{ type: "record", fields: { a: text } }]), `${component}/fields/a`],
      [interaction([{ type: "record", fields: { [text]: "a" } }]), `${component}/fields/${text}`],
      [interaction([field({ type: "string" }, { value: text })]), `${component}/value`],
      [interaction([field({ type: "string", default: text })]), `${component}/schema/default`],
      [interaction([field({ type: "string", pattern: text })]), `${component}/schema/pattern`],
      [interaction([field({ type: "string", enum: [text] })]), `${component}/schema/enum/0`],
      [interaction(undefined, { actions: [{ id: "a", label: text }] }), "/interaction/actions/0/label"],
    ];
    for (const [document, at] of places) expect(refusalOf(() => parseInteraction(document))).toEqual(refused(at));
  });
});

describe("of several faults", () => {
  it("the first in document order is reported, in whichever order the document is written", () => {
    const faulty: [string, unknown, string][] = [
      ["mode", "x", "/interaction/mode"],
      ["title", "x".repeat(81), "/interaction/title"],
      ["description", "", "/interaction/description"],
      [
        "source",
        { kind: "sess_surface", components: [field({ type: "string", enum: ["a", "a"] })] },
        `${component}/schema/enum/1`,
      ],
      [
        "actions",
        [
          { id: "a", label: "A" },
          { id: "a", label: "B" },
        ],
        "/interaction/actions/1/id",
      ],
      ["extra", 1, "/interaction/extra"],
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(faulty, { minLength: 1 }), (chosen) => {
        const rest = Object.entries(interaction()).filter(([key]) => !chosen.some(([name]) => name === key));
        const document = Object.fromEntries([...chosen.map(([key, value]) => [key, value] as const), ...rest]);
        expect(refusalOf(() => parseInteraction(document))).toMatchObject({ field: chosen[0]![2] });
      }),
    );
  });

  it("what is missing is missed at the end of its object", () => {
    const action = { id: "a", nonsense: 1 };
    expect(refusalOf(() => parseInteraction(interaction(undefined, { actions: [action] })))).toEqual(
      refused("/interaction/actions/0/nonsense"),
    );
    expect(refusalOf(() => parseInteraction({ ...interaction([{ type: "heading" }]), actions: [] }))).toEqual(
      refused(`${component}/text`),
    );
  });

  it("a name that is there twice comes before a fault further on, also of the same component", () => {
    const twice = [
      field({ type: "string" }),
      { type: "field", name: "a", label: "", schema: { type: "x" } },
      { type: "image" },
    ];
    expect(refusalOf(() => parseInteraction(interaction(twice)))).toEqual(
      refused("/interaction/source/components/1/name"),
    );
    const earlier = [field({ type: "string" }), { type: "field", label: "", name: "a", schema: { type: "string" } }];
    expect(refusalOf(() => parseInteraction(interaction(earlier)))).toEqual(
      refused("/interaction/source/components/1/label"),
    );
  });
});

describe("the words of a refusal", () => {
  it.each<[unknown, string]>([
    [interaction(undefined, { title: undefined }), "/interaction/title is missing."],
    [interaction(undefined, { title: 1 }), "/interaction/title must be a string."],
    [interaction(undefined, { x: 1 }), "/interaction/x is not a known property."],
    [interaction(undefined, { mode: "x" }), '/interaction/mode must be "interactive".'],
    [interaction([{ type: "image" }]), `${component}/type must be one of heading, text, record, field.`],
    [interaction([{ type: "heading", text: "" }]), `${component}/text must not be empty.`],
    [
      interaction([field({ type: "string" }), field({ type: "string" })]),
      "/interaction/source/components/1/name is there twice.",
    ],
    [
      interaction([field({ type: "string" }, { value: null })]),
      `${component}/value must be a string or a number or true or false or an array.`,
    ],
    [
      interaction([field({ type: "string", pattern: "(?=a)" })]),
      `${component}/schema/pattern cannot be used: look-around and modifiers cannot be used.`,
    ],
    [JSON.parse('{"__proto__":1}'), "/interaction/__proto__ is a key that is not allowed."],
    ["x", "/interaction must be an object."],
  ])("%#", (document, message) => {
    expect(messageOf(() => parseInteraction(document))).toBe(message);
  });
});
