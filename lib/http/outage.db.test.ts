import { startInProcess, type InProcess } from "@/e2e/support/in-process";
import { startPostgres, type ThrowawayPostgres } from "@/e2e/support/postgres";
import { ErrorEnvelope } from "@sess.si/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";

let postgres: ThrowawayPostgres;
let house: InProcess;
beforeAll(async () => {
  postgres = await startPostgres();
  house = await startInProcess(postgres.url);
});
afterAll(async () => {
  await house.close();
  await postgres.remove();
});

const call = (path: string) => house.fetch(path, { headers: { authorization: `Bearer ${house.owner.key}` } });

it("says that it is unavailable while the database is away, and works again by itself", async () => {
  expect((await call("/v1/interactions")).status).toBe(200);
  await postgres.kill();
  for (const path of ["/v1/interactions", "/healthz"]) {
    const reply = await call(path);
    expect(reply.status, path).toBe(503);
    expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    const { error } = ErrorEnvelope.parse(await reply.json());
    expect(error).toMatchObject({ code: "unavailable", retryable: true });
    expect(error.message).not.toMatch(/ECONN|postgres|127\.0\.0\.1/i);
  }
  expect(house.errors()).toMatchObject([{ databaseCode: expect.stringMatching(/^[A-Z0-9_]+$/) }]);
  await postgres.start();
  expect((await call("/healthz")).status).toBe(200);
  expect((await call("/v1/interactions")).status).toBe(200);
});
