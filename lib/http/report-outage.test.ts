import { createApi } from "@/lib/http/api";
import { liveReply } from "@/lib/http/answer-page/live";
import type { AppPorts } from "@/lib/http/ports";
import { createRateLimits } from "@/lib/http/rate-limits";
import { reportOutage } from "@/lib/http/report-outage";
import { ProtocolError } from "@sess.si/protocol";
import { beforeEach, describe, expect, it, vi } from "vitest";

const outage = new ProtocolError("unavailable", "The database cannot be reached right now.", {
  details: { databaseCode: "ECONNREFUSED", databaseMessage: "connect ECONNREFUSED" },
});

function journal() {
  const lines: Record<string, unknown>[] = [];
  const log = { warn: () => undefined, error: (detail: object) => void lines.push({ ...detail }) };
  return { lines, log };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  return () => void vi.useRealTimers();
});

describe("an outage", () => {
  it("is written down at once, and then every ten seconds with how many calls it met", () => {
    const { lines, log } = journal();
    for (let call = 0; call < 500; call += 1) reportOutage(log, outage);
    expect(lines).toEqual([{ databaseCode: "ECONNREFUSED", databaseMessage: "connect ECONNREFUSED", alsoRefused: 0 }]);
    vi.setSystemTime(Date.now() + 10_000);
    reportOutage(log, outage);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ alsoRefused: 499 });
  });

  it("is not what every refusal is", () => {
    const { lines, log } = journal();
    const others = [new ProtocolError("not_found", "No."), new ProtocolError("unavailable", "Starting."), new Error()];
    for (const error of others) reportOutage(log, error);
    expect(lines).toEqual([]);
  });

  it("leaves a trace from a call of the API", async () => {
    const { lines, log } = journal();
    const accounts = { store: { findLiveKey: () => Promise.reject(outage) } };
    const ports = { ask: {}, accounts, log, limits: createRateLimits(() => 0), trustedProxies: 0 };
    const api = createApi(ports as unknown as AppPorts);
    const reply = await api.request("/v1/interactions", { headers: { authorization: "Bearer sess_sk_test" } });
    expect([reply.status, lines.length]).toEqual([503, 1]);
  });

  it("leaves a trace from a page that waits", async () => {
    const { lines, log } = journal();
    const reply = await liveReply(log, () => Promise.reject(outage));
    expect([reply.status, reply.headers.get("retry-after"), lines.length]).toEqual([503, "1", 1]);
  });
});
