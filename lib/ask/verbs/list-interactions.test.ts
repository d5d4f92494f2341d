import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { listInteractions } from "@/lib/ask/verbs/list-interactions";
import { key } from "@/lib/ask/verbs/testing/memory-app";
import { answered, asked, frozenApp, HOUR, interaction } from "@/lib/ask/verbs/testing/questions";
import { refused } from "@/lib/ask/verbs/testing/refused";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { describe, expect, test, vi } from "vitest";

async function filled(count: number) {
  const app = frozenApp();
  const agent = app.as(key());
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.unshift((await createInteraction(agent, { body: { interaction } })).interaction.id);
    if (made % 3 === 0) await vi.advanceTimersByTimeAsync(1);
  }
  return { app, agent, ids };
}

test("pages through all of them once, newest first, also those of one millisecond", async () => {
  const { agent, ids } = await filled(11);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listInteractions(agent, { limit: "2", cursor });
    expect(page.interactions.length).toBeLessThanOrEqual(2);
    seen.push(...page.interactions.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(ids);
});

test("gives twenty unless told, and no cursor after the last", async () => {
  const { agent } = await filled(21);
  const first = await listInteractions(agent, {});
  expect(first.interactions).toHaveLength(20);
  const second = await listInteractions(agent, { cursor: first.next_cursor! });
  expect(second.interactions).toHaveLength(1);
  expect(second.next_cursor).toBeNull();
  const all = await listInteractions(agent, { limit: "21" });
  expect(all.next_cursor).toBeNull();
});

test("filters by what the agent sees", async () => {
  const app = frozenApp();
  const expired = await asked({ app, expires_in: 30 });
  const lapsed = await asked({ app, expires_in: 3600 });
  const withdrawn = await asked({ app });
  await withdrawInteraction(withdrawn.agent, withdrawn.id, {});
  const taken = await asked({ app });
  await answered(taken);
  await vi.advanceTimersByTimeAsync(HOUR);
  const open = await asked({ app });

  const ids = async (state: string) => (await listInteractions(open.agent, { state })).interactions.map(({ id }) => id);
  expect(await ids("waiting")).toEqual([open.id, lapsed.id]);
  expect(await ids("answered")).toEqual([taken.id]);
  expect(await ids("withdrawn")).toEqual([withdrawn.id]);
  expect(await ids("expired")).toEqual([expired.id]);
  expect(await ids("completed")).toEqual([]);
  const { interactions } = await listInteractions(open.agent, { state: "waiting" });
  expect(interactions.map((row) => ["lapsed" in row, row.state])).toEqual([
    [false, "waiting"],
    [true, "waiting"],
  ]);
});

describe("is refused with its pointer", () => {
  test.each([
    [{ state: "lapsed" }, "/state"],
    [{ state: "" }, "/state"],
    [{ limit: "0" }, "/limit"],
    [{ limit: "101" }, "/limit"],
    [{ limit: "-1" }, "/limit"],
    [{ limit: "1.5" }, "/limit"],
    [{ limit: "ten" }, "/limit"],
    [{ cursor: "" }, "/cursor"],
    [{ cursor: "what" }, "/cursor"],
    [{ cursor: "%%%" }, "/cursor"],
    [{ cursor: btoa("1 int_\0\0\0\0\0\0\0\0") }, "/cursor"],
    [{ cursor: btoa("99999999999999999999 int_00000001") }, "/cursor"],
    [{ cursor: btoa("1 int_00000001 more") }, "/cursor"],
  ])("%j", async (query, field) => {
    const { agent } = await asked();
    expect(await refused(listInteractions(agent, query))).toMatchObject({ code: "invalid_arguments", field });
  });
});
