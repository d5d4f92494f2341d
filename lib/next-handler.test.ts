import { afterEach, beforeEach, expect, it } from "vitest";
import { answerInNext } from "@/lib/next-handler";

let before: string | undefined;
beforeEach(() => {
  before = process.env.SESS_ROLE;
  process.env.SESS_ROLE = "pages";
});
afterEach(() => {
  if (before === undefined) delete process.env.SESS_ROLE;
  else process.env.SESS_ROLE = before;
});

it("builds no second API behind the front, however its paths are spelled", async () => {
  const reply = await answerInNext(new Request("http://localhost/%68ealthz"));
  expect([reply.status, await reply.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
});
