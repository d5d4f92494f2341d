import { describe, expect, it } from "vitest";
import * as z from "zod";
import { interaction, surfaceOf, field } from "../../test/examples.js";
import { messageOf, refusalOf, refused } from "../../test/refusal.js";
import * as protocol from "../index.js";
import { parseRequest } from "../parse-request.js";
import { CreatedInteraction, CreateInteractionRequest } from "./create.js";
import { CompleteRequest, PublishRequest, WithdrawRequest } from "./mutate.js";
import { InteractionDetail, ResponseReply } from "./read.js";
import { JwkSet, ReceiptClaims } from "./receipt.js";

const id = "int_0123456789abcdef";
const at = "2026-03-01T09:00:00.000Z";
const given = {
  revision: 1,
  eventId: "evt_0123456789abcdef",
  actionId: "send",
  values: { a: "x", b: 1, c: true, d: ["y"] },
  changed: ["a"],
  submittedAt: at,
  receipt: "a.b.c",
};

describe("request bodies", () => {
  it("create: parse the interaction on the way", () => {
    const request = parseRequest(CreateInteractionRequest, { interaction: interaction(), expires_in: 60 });
    expect(request.expires_in).toBe(60);
    expect(request.interaction).toEqual(protocol.parseInteraction(interaction()));
    expect(Object.keys(parseRequest(CreateInteractionRequest, { interaction: interaction() }))).toEqual([
      "interaction",
    ]);
  });

  it("say first where the question goes, to whoever sends it bare", () => {
    for (const schema of [CreateInteractionRequest, PublishRequest]) {
      const bare = () => parseRequest<z.ZodType>(schema, interaction());
      expect(refusalOf(bare)).toEqual(refused("/interaction"));
      expect(messageOf(bare)).toBe('/interaction is missing: the question goes into it, {"interaction": {…}}.');
    }
  });

  it.each<[string, z.ZodType, unknown, string]>([
    ["nothing", CreateInteractionRequest, {}, "/interaction"],
    ["no body", CreateInteractionRequest, undefined, ""],
    ["a list", CreateInteractionRequest, [], ""],
    [
      "an unknown property",
      CreateInteractionRequest,
      { interaction: interaction(), callback_url: "x" },
      "/callback_url",
    ],
    ["an unknown property before a fault", CreateInteractionRequest, { x: 1, interaction: {} }, "/x"],
    [
      "an unknown property after a fault",
      CreateInteractionRequest,
      { interaction: { mode: 1 }, x: 1 },
      "/interaction/mode",
    ],
    [
      "an unsafe key beside it",
      CreateInteractionRequest,
      JSON.parse('{"interaction":1,"constructor":1}'),
      "/constructor",
    ],
    ["no event", PublishRequest, { interaction: interaction() }, "/response_event_id"],
    ["no interaction", PublishRequest, { response_event_id: "evt_1" }, "/interaction"],
    [
      "an unknown property of publish",
      PublishRequest,
      { response_event_id: "e", interaction: interaction(), expected_revision: 1 },
      "/expected_revision",
    ],
    ["an empty event", CompleteRequest, { response_event_id: "" }, "/response_event_id"],
    ["a number for an event", CompleteRequest, { response_event_id: 1 }, "/response_event_id"],
    ["U+0000 in an event", CompleteRequest, { response_event_id: "evt_\0" }, "/response_event_id"],
    ["an unknown property of complete", CompleteRequest, { response_event_id: "e", interaction: {} }, "/interaction"],
    ["an unknown property of withdraw", WithdrawRequest, { reason: "x" }, "/reason"],
  ])("refuse %s", (_, schema, body, field_) => {
    expect(refusalOf(() => parseRequest(schema, body))).toMatchObject(refused(field_));
  });

  it("speak of the body where there is no pointer", () => {
    expect(() => parseRequest(CreateInteractionRequest, 1)).toThrow("The body must be an object.");
  });
});

describe("replies", () => {
  const surface = surfaceOf(
    field({ type: "array", items: { anyOf: [{ const: "x", title: "X" }] } }, { value: ["x"] }),
    field({ type: "integer" }, { name: "b", widget: "rating" }),
    { type: "record", label: "Facts", fields: { a: "b" } },
    { type: "heading", text: "H" },
  );
  const detail = {
    interaction: { id, revision: 1, state: "waiting", lapsed: true, expiresAt: at, surface, answers: [given] },
  };

  it("keep a Surface to the letter, also what a later server adds", () => {
    const later = { ...surface, tone: "warm", actions: surface.actions.map((action) => ({ ...action, hint: "h" })) };
    const read = InteractionDetail.parse({ interaction: { ...detail.interaction, surface: later } });
    expect(protocol.canonicalJson(read.interaction.surface)).toBe(protocol.canonicalJson(later));
    expect(InteractionDetail.parse(detail).interaction.surface).toEqual(surface);
  });

  it("carry a response or none", () => {
    const waiting = { interaction: { id, revision: 1, state: "waiting" } };
    expect(ResponseReply.parse(waiting)).toEqual(waiting);
    const answered = {
      interaction: { id, revision: 1, state: "answered", response: { ...given, actorAssurance: "link_holder" } },
    };
    expect(ResponseReply.parse(answered)).toEqual(answered);
  });

  it.each<[string, z.ZodType, unknown]>([
    ["an unknown state", ResponseReply, { interaction: { id, revision: 1, state: "active" } }],
    ["revision 0", ResponseReply, { interaction: { id, revision: 0, state: "waiting" } }],
    ["another kind of id", ResponseReply, { interaction: { id: "evt_0123456789", revision: 1, state: "waiting" } }],
    [
      "a link that is none",
      CreatedInteraction,
      { interaction: { id, revision: 1, state: "waiting", humanUrl: "x", expiresAt: at } },
    ],
    [
      "a time without milliseconds",
      InteractionDetail,
      { interaction: { ...detail.interaction, expiresAt: "2026-03-01T09:00:00Z" } },
    ],
    [
      "a time in another zone",
      InteractionDetail,
      { interaction: { ...detail.interaction, expiresAt: "2026-03-01T09:00:00.000+01:00" } },
    ],
    ["a receipt of somebody else", ReceiptClaims, { actor_assurance: "verified_identity" }],
    ["a key without an id", JwkSet, { keys: [{ kty: "OKP" }] }],
  ])("are refused with %s", (_, schema, reply) => {
    expect(schema.safeParse(reply).success).toBe(false);
  });
});

describe("JSON Schemas", () => {
  const schemas = Object.entries<unknown>(protocol).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [[name, value] as const] : [],
  );

  it.each(schemas)("%s has one", (_, schema) => {
    const written = z.toJSONSchema(schema, { io: "input" });
    expect(written["type"]).toBe("object");
  });

  it("bounds what agents write", () => {
    const written = z.toJSONSchema(protocol.InteractionInput, { io: "input" });
    expect(written).toMatchObject({
      additionalProperties: false,
      required: ["mode", "title", "source", "actions"],
      properties: { title: { maxLength: 80 }, actions: { minItems: 1, maxItems: 5 } },
    });
    const text = JSON.stringify(written);
    expect(text.match(/"type":"object"/g)?.length).toBe(
      (text.match(/"additionalProperties":false/g)?.length ?? 0) + (text.match(/"propertyNames"/g)?.length ?? 0),
    );
  });
});

describe("ids and names", () => {
  it.each([
    [protocol.INTERACTION_ID, "int_0123456789", "evt_0123456789"],
    [protocol.EVENT_ID, "evt_0123456789", "int_0123456789"],
    [protocol.WORKSPACE_ID, "ws_0123456789", "ws_../.."],
    [protocol.NAME, "a_b-9", "9a"],
  ])("%s", (pattern, good, bad) => {
    expect([pattern.test(good), pattern.test(bad), pattern.test(`${good}\n`)]).toEqual([true, false, false]);
  });

  it("are spelled as the contract spells them", () => {
    expect(protocol.SCOPES).toEqual(["sess:ask", "sess:read", "relay"]);
    expect(protocol.INTERACTION_STATES).toEqual(["waiting", "answered", "completed", "expired", "withdrawn"]);
    expect(protocol.API_KEY_PREFIX).toBe("sess_sk_");
    expect(protocol.RECEIPT_TYPE).toBe("sess-receipt+jws");
    expect(protocol.ACTOR_ASSURANCE).toBe("link_holder");
  });
});
