import { Api } from "@/e2e/support/api";
import { freshDatabase } from "@/e2e/support/database";
import { ask } from "@/e2e/support/questions";
import { startServer } from "@/e2e/support/server";
import { expect, it } from "vitest";

it("ends waits as “nothing yet” when the server is told to stop, and then exits in order", async () => {
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const api = await Api.at(server.origin, server.apiKey);
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask(api)));
  const waits = asked.map(({ id }) => api.get(`/v1/interactions/${id}/response`));
  await api.get(`/v1/interactions/${asked[0]?.id}/response?wait_ms=100`);
  const started = performance.now();
  const exit = server.stop();
  const replies = await Promise.all(waits);
  for (const { status, body } of replies) expect([status, body.interaction.state]).toEqual([200, "waiting"]);
  expect(await exit).toBe(0);
  expect(performance.now() - started).toBeLessThan(15_000);
  await database.drop();
});
