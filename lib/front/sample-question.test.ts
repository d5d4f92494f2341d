import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { answered, asked } from "@/lib/ask/verbs/testing/questions";
import { sampleQuestion } from "@/lib/front/sample-question";
import type { AppPorts } from "@/lib/http/ports";

it("lets the server start without a sample where the key may not ask", async () => {
  const warned: object[] = [];
  const key = { id: "key_1", name: "Reader", workspaceId: "ws_1", plan: "embedded", scopes: ["sess:read"] };
  const app = {
    accounts: { store: { findLiveKey: async () => key, noteUse: () => undefined } },
    ask: {},
    log: { warn: (detail: object) => warned.push(detail), error: () => undefined },
  } as unknown as AppPorts;
  expect(await sampleQuestion(app, "sess_sk_reader", "/nowhere")).toBeNull();
  expect(warned).toMatchObject([{ err: { code: "insufficient_scope" } }]);
});

it("leaves an answer that nobody has taken yet to the agent, beside the new question", async () => {
  const question = await asked();
  await answered(question);
  const folder = mkdtempSync(join(tmpdir(), "sess-sample-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "sample-question"), `${question.id}\n`);
  const key = { id: "key_1", name: "Agent", workspaceId: "ws_acme0001", plan: "embedded", scopes: ["sess:ask"] };
  const accounts = { store: { findLiveKey: async () => key, noteUse: () => undefined } };
  const app = { accounts, ask: question.app.ask, log: { warn: expect.unreachable } } as unknown as AppPorts;
  const first = await sampleQuestion(app, "sess_sk_agent", folder);
  expect(first?.ids).toEqual([question.id, expect.any(String)]);
  const again = await sampleQuestion(app, "sess_sk_agent", folder);
  expect(again).toMatchObject({ link: first?.link, ids: [first?.ids[1]] });
});
