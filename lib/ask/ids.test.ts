import { ids, randomId } from "@/lib/ask/ids";
import { EVENT_ID, INTERACTION_ID, WORKSPACE_ID } from "@sess.si/protocol";
import { expect, test } from "vitest";

test("ids are spelled as the contract spells them, and hold 120 random bits", () => {
  expect(ids.interaction()).toMatch(INTERACTION_ID);
  expect(ids.event()).toMatch(EVENT_ID);
  expect(randomId("ws")).toMatch(WORKSPACE_ID);
  expect(Buffer.from(ids.event().slice(4), "base64url")).toHaveLength(15);
});

test("no two are the same", () => {
  const many = Array.from({ length: 10_000 }, ids.interaction);
  expect(new Set(many).size).toBe(many.length);
});
