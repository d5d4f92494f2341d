import { expect, it } from "vitest";
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
