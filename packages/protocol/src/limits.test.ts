import { describe, expect, it } from "vitest";
import { ask, field, interaction, textComponent } from "../test/examples.js";
import { messageOf, refusalOf, refused } from "../test/refusal.js";
import { parseAsk } from "./ask/ask-input.js";
import { LIMITS } from "./limits.js";
import { parseRequest } from "./parse-request.js";
import { parseInteraction } from "./surface/parse-interaction.js";
import { CreateInteractionRequest } from "./wire/create.js";

/** One code point, two UTF-16 units, four bytes. */
const emoji = (n: number) => "😹".repeat(n);
const record = (fields: unknown, label = "Facts") => ({ type: "record", label, fields });
const action = (label: string) => [{ id: "go", label }];
const component = "/interaction/source/components/0";

/** Where a text is limited: its limit, a document with a text there, and its pointer. */
const TEXTS: [string, number, (text: string) => unknown, (text: string) => string][] = [
  ["title", 80, (text) => interaction(undefined, { title: text }), () => "/interaction/title"],
  ["description", 280, (text) => interaction(undefined, { description: text }), () => "/interaction/description"],
  [
    "action label",
    24,
    (text) => interaction(undefined, { actions: action(text) }),
    () => "/interaction/actions/0/label",
  ],
  ["heading", 60, (text) => interaction([{ type: "heading", text }]), () => `${component}/text`],
  ["text", 4000, (text) => interaction([{ type: "text", text }]), () => `${component}/text`],
  ["record label", 200, (text) => interaction([record({ a: "b" }, text)]), () => `${component}/label`],
  ["record key", 40, (text) => interaction([record({ [text]: "b" })]), (text) => `${component}/fields/${text}`],
  ["record value", 200, (text) => interaction([record({ a: text })]), () => `${component}/fields/a`],
  ["field label", 60, (text) => interaction([field({ type: "string" }, { label: text })]), () => `${component}/label`],
  [
    "field description",
    160,
    (text) => interaction([field({ type: "string" }, { description: text })]),
    () => `${component}/description`,
  ],
  [
    "option label",
    60,
    (text) => interaction([field({ type: "string", enum: ["x"] }, { option_labels: { x: text } })]),
    () => `${component}/option_labels/x`,
  ],
  [
    "option title",
    60,
    (text) => interaction([field({ type: "string", oneOf: [{ const: "x", title: text }] })]),
    () => `${component}/schema/oneOf/0/title`,
  ],
  [
    "option title of several",
    60,
    (text) => interaction([field({ type: "array", items: { anyOf: [{ const: "x", title: text }] } })]),
    () => `${component}/schema/items/anyOf/0/title`,
  ],
  [
    "option name",
    60,
    (text) => interaction([field({ type: "string", enum: ["x"], enumNames: [text] })]),
    () => `${component}/schema/enumNames/0`,
  ],
  [
    "option id without a label",
    60,
    (text) => interaction([field({ type: "string", enum: ["x", text] })]),
    () => `${component}/schema/enum/1`,
  ],
  [
    "option id of several without a label",
    60,
    (text) => interaction([field({ type: "array", items: { type: "string", enum: [text] } })]),
    () => `${component}/schema/items/enum/0`,
  ],
];

const ASK_TEXTS: [string, number, (text: string) => unknown, string][] = [
  ["question", 80, (text) => ask(undefined, { question: text }), "/question"],
  ["details", 4000, (text) => ask(undefined, { details: text }), "/details"],
  ["submit label", 24, (text) => ask(undefined, { submit_label: text }), "/submit_label"],
  ["field label", 60, (text) => ask([{ name: "a", type: "text", label: text }]), "/fields/0/label"],
  [
    "field description",
    160,
    (text) => ask([{ name: "a", type: "text", label: "A", description: text }]),
    "/fields/0/description",
  ],
  ["option", 60, (text) => ask([{ name: "a", type: "choice", label: "A", options: [text] }]), "/fields/0/options/0"],
];

describe("texts of an interaction, in code points", () => {
  it.each(TEXTS)("%s: %i", (_, limit, document, pointer) => {
    expect(refusalOf(() => parseInteraction(document(emoji(limit))))).toBeNull();
    const over = emoji(limit + 1);
    expect(refusalOf(() => parseInteraction(document(over)))).toEqual(refused(pointer(over), limit, limit + 1));
  });
});

describe("texts of an ask, in code points", () => {
  it.each(ASK_TEXTS)("%s: %i", (_, limit, document, pointer) => {
    expect(refusalOf(() => parseAsk(document(emoji(limit))))).toBeNull();
    expect(refusalOf(() => parseAsk(document(emoji(limit + 1))))).toEqual(refused(pointer, limit, limit + 1));
  });
});

describe("the words of a refusal", () => {
  const title = "The title can be at most 80 characters. Keep it to a short heading, about 40.";

  it("are one sentence for the title", () => {
    expect(messageOf(() => parseInteraction(interaction(undefined, { title: emoji(81) })))).toBe(title);
    expect(messageOf(() => parseAsk(ask(undefined, { question: emoji(81) })))).toBe(title);
  });

  it("name the pointer, the length and the limit of anything else", () => {
    expect(messageOf(() => parseAsk(ask([{ name: "a", type: "text", label: emoji(72) }])))).toBe(
      "/fields/0/label is 72 characters; the limit is 60. Shorten it to at most 60 characters.",
    );
    const key = "k".repeat(41);
    expect(messageOf(() => parseInteraction(interaction([record({ [key]: "v" })])))).toBe(
      `${component}/fields/${key} is 41 characters; the limit is 40. Shorten it to at most 40 characters.`,
    );
  });
});

describe("names", () => {
  const named = (name: string) => interaction([field({ type: "string" }, { name })]);

  it("have at most 64 characters", () => {
    expect(refusalOf(() => parseInteraction(named(`a${"b".repeat(63)}`)))).toBeNull();
    expect(refusalOf(() => parseInteraction(named(`a${"b".repeat(64)}`)))).toEqual(refused(`${component}/name`));
  });

  it.each(["", "1a", "-a", "_a", "a b", "a.b", "ä", "a\n", "a/b"])(
    "refuse %j for a field, an action and an ask",
    (name) => {
      expect(refusalOf(() => parseInteraction(named(name)))).toEqual(refused(`${component}/name`));
      expect(
        refusalOf(() => parseInteraction(interaction(undefined, { actions: [{ id: name, label: "A" }] }))),
      ).toEqual(refused("/interaction/actions/0/id"));
      expect(refusalOf(() => parseAsk(ask([{ name, type: "text", label: "A" }])))).toEqual(refused("/fields/0/name"));
    },
  );
});

describe("counts", () => {
  const fields = (n: number) => Array.from({ length: n }, (_, i) => field({ type: "string" }, { name: `f${i}` }));
  const actions = (n: number) => Array.from({ length: n }, (_, i) => ({ id: `a${i}`, label: "A" }));
  const askFields = (n: number) => Array.from({ length: n }, (_, i) => ({ name: `f${i}`, type: "text", label: "A" }));

  it("24 fields, other components beside them", () => {
    expect(refusalOf(() => parseInteraction(interaction([...fields(24), textComponent])))).toBeNull();
    expect(refusalOf(() => parseInteraction(interaction([...fields(25), textComponent])))).toEqual(
      refused("/interaction/source/components", 24, 25),
    );
  });

  it("1 to 5 actions", () => {
    expect(refusalOf(() => parseInteraction(interaction(undefined, { actions: actions(5) })))).toBeNull();
    for (const n of [0, 6]) {
      expect(refusalOf(() => parseInteraction(interaction(undefined, { actions: actions(n) })))).toEqual(
        refused("/interaction/actions", n === 0 ? 1 : 5, n),
      );
    }
  });

  it("at least one component, and one entry of a record", () => {
    expect(refusalOf(() => parseInteraction(interaction([])))).toEqual(refused("/interaction/source/components", 1, 0));
    expect(refusalOf(() => parseInteraction(interaction([record({})])))).toEqual(refused(`${component}/fields`));
  });

  it("1 to 12 fields of an ask", () => {
    expect(refusalOf(() => parseAsk(ask(askFields(12))))).toBeNull();
    expect(refusalOf(() => parseAsk(ask(askFields(13))))).toEqual(refused("/fields", 12, 13));
    expect(refusalOf(() => parseAsk(ask([])))).toEqual(refused("/fields", 1, 0));
  });

  it("11 steps of a rating", () => {
    const rating = (minimum: number, maximum: number) =>
      interaction([field({ type: "integer", minimum, maximum }, { widget: "rating" })]);
    expect(refusalOf(() => parseInteraction(rating(0, 10)))).toBeNull();
    expect(refusalOf(() => parseInteraction(rating(0, 11)))).toEqual(refused(`${component}/schema/maximum`, 11, 12));
    expect(refusalOf(() => parseInteraction(rating(3, 3)))).toEqual(refused(`${component}/schema/maximum`));
  });

  it("500 characters of a pattern", () => {
    const pattern = (n: number) => interaction([field({ type: "string", pattern: "a".repeat(n) })]);
    expect(refusalOf(() => parseInteraction(pattern(500)))).toBeNull();
    expect(refusalOf(() => parseInteraction(pattern(501)))).toEqual(refused(`${component}/schema/pattern`, 500, 501));
  });

  it("4,000 steps of all patterns", () => {
    const patterned = (n: number, size: number) =>
      interaction(
        Array.from({ length: n }, (_, i) => field({ type: "string", pattern: `a{${size - 2}}` }, { name: `f${i}` })),
      );
    expect(refusalOf(() => parseInteraction(patterned(4, 1000)))).toBeNull();
    expect(refusalOf(() => parseInteraction(patterned(20, 200)))).toBeNull();
    expect(refusalOf(() => parseInteraction(patterned(21, 200)))).toEqual(
      refused("/interaction/source/components/20/schema/pattern", 4000, 4200),
    );
  });

  it("30 seconds of a lifetime, whole ones", () => {
    const create = (expires_in: unknown) => () =>
      parseRequest(CreateInteractionRequest, { interaction: interaction(), expires_in });
    expect(refusalOf(create(30))).toBeNull();
    expect(refusalOf(create(29))).toEqual(refused("/expires_in", 30));
    for (const odd of [30.5, "60", null, true]) expect(refusalOf(create(odd))).toEqual(refused("/expires_in"));
    expect(refusalOf(() => parseAsk(ask(undefined, { expires_in: 29 })))).toEqual(refused("/expires_in", 30));
  });
});

describe("size", () => {
  const sized = (bytes: number) => {
    const filler = (n: number) => interaction([...full(n), { type: "text", text: "x".repeat(n % 4000 || 1) }]);
    const full = (n: number) =>
      Array.from({ length: Math.floor(n / 4000) }, () => ({ type: "text", text: "x".repeat(4000) }));
    const empty = (n: number) => new TextEncoder().encode(JSON.stringify(filler(n))).length - n;
    let n = bytes - empty(bytes);
    while (new TextEncoder().encode(JSON.stringify(filler(n))).length > bytes) n -= 1;
    return filler(n);
  };

  it("32 KiB, in bytes of UTF-8", () => {
    const limit = 32 * 1024;
    expect(JSON.stringify(sized(limit))).toHaveLength(limit);
    expect(refusalOf(() => parseInteraction(sized(limit)))).toBeNull();
    expect(refusalOf(() => parseInteraction(sized(limit + 1)))).toEqual(refused("/interaction", limit, limit + 1));
  });

  it("counts four bytes of an emoji, not its length", () => {
    const document = interaction(Array.from({ length: 3 }, () => ({ type: "text", text: emoji(3000) })));
    const bytes = new TextEncoder().encode(JSON.stringify(document)).length;
    expect(JSON.stringify(document).length).toBeLessThan(LIMITS.interactionBytes);
    expect(refusalOf(() => parseInteraction(document))).toEqual(
      refused("/interaction", LIMITS.interactionBytes, bytes),
    );
  });

  it("comes before every fault of detail", () => {
    const document = { nonsense: emoji(9000), ...interaction() };
    expect(refusalOf(() => parseInteraction(document))).toMatchObject({ field: "/interaction", limit: 32768 });
  });

  it("holds for an ask as written, and as the interaction it stands for", () => {
    const options = (n: number) => Array.from({ length: n }, (_, i) => `${i}${"x".repeat(50)}`);
    const document = (n: number) => ask([{ name: "a", type: "multi_choice", label: "A", options: options(n) }]);
    let most = 0;
    while (JSON.stringify(document(most + 1)).length <= LIMITS.interactionBytes) most += 1;
    expect(refusalOf(() => parseAsk(document(most - 10)))).toBeNull();
    // As an interaction it is longer by what an ask need not say.
    expect(refusalOf(() => parseAsk(document(most)))).toMatchObject({ field: "", limit: LIMITS.interactionBytes });
    expect(refusalOf(() => parseAsk(document(most + 1)))).toMatchObject({ field: "", limit: LIMITS.interactionBytes });
  });
});

describe("depth", () => {
  const nested = (levels: number): unknown => (levels === 0 ? "x" : [nested(levels - 1)]);

  it("8 levels, the interaction being the first", () => {
    // An option of several stands at level 8 and is all there can be.
    const deepest = interaction([field({ type: "array", items: { anyOf: [{ const: "x", title: "X" }] } })]);
    expect(refusalOf(() => parseInteraction(deepest))).toBeNull();
    expect(refusalOf(() => parseInteraction(interaction(undefined, { title: nested(7) })))).toEqual(
      refused("/interaction/title"),
    );
    expect(refusalOf(() => parseInteraction(interaction(undefined, { title: nested(8) })))).toEqual(
      refused(`/interaction/title${"/0".repeat(7)}`, 8, 9),
    );
  });

  it("is found in what is not known, too, and first", () => {
    const document = { x: nested(8), ...interaction() };
    expect(refusalOf(() => parseInteraction(document))).toEqual(refused(`/interaction/x${"/0".repeat(7)}`, 8, 9));
  });

  it("of a hundred thousand levels is refused like any other", () => {
    const levels = 100_000;
    const document = JSON.parse(`{"interaction":${"[".repeat(levels)}${"]".repeat(levels)}}`) as unknown;
    expect(refusalOf(() => parseRequest(CreateInteractionRequest, document))).toEqual(
      refused(`/interaction${"/0".repeat(8)}`, 8, 9),
    );
  });
});

describe("the numbers of the contract", () => {
  it("are these", () => {
    expect(LIMITS).toMatchObject({
      title: 80,
      actionLabel: 24,
      fieldLabel: 60,
      optionLabel: 60,
      fieldDescription: 160,
      description: 280,
      heading: 60,
      recordLabel: 200,
      recordKey: 40,
      recordValue: 200,
      text: 4000,
      depth: 8,
      interactionBytes: 32_768,
      fields: 24,
      actions: 5,
      askFields: 12,
      bodyBytes: 262_144,
      formBytes: 1_048_576,
      formEntries: 8192,
      waitMs: 45_000,
      lifetimeMinMs: 30_000,
      lifetimeDefaultMs: 86_400_000,
      lifetimeMaxMs: 2_592_000_000,
      extendableLifetimeMs: 72_000_000,
      extensionMinMs: 120_000,
      horizonMs: 86_400_000,
      respondents: 1000,
      keySetRefreshMs: 10_000,
    });
  });
});
