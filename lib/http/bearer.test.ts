import type { LiveKey } from "@/lib/accounts/ports";
import { createAuthenticate } from "@/lib/http/bearer";
import type { AppPorts } from "@/lib/http/ports";
import { createRateLimits } from "@/lib/http/rate-limits";
import { expect, it } from "vitest";

const good: LiveKey = { id: "key_1", name: "Test", workspaceId: "ws_1", plan: "embedded", scopes: ["sess:ask"] };

function house() {
  const state = { live: true, lookUps: 0 };
  const store = {
    findLiveKey: async (digest: string) => {
      state.lookUps += 1;
      await Promise.resolve();
      return state.live && digest === DIGEST_OF_GOOD ? good : null;
    },
    noteUse: () => undefined,
  };
  const limits = createRateLimits(() => 0);
  const authenticate = createAuthenticate({ accounts: { store }, limits, trustedProxies: 0 } as unknown as AppPorts);
  const from = (key: string | undefined, remoteAddress: string | null = "192.0.2.1") =>
    authenticate(
      new Headers(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      remoteAddress === null ? undefined : { incoming: { socket: { remoteAddress } } },
    ).then(
      () => "ok",
      (error: { code: string }) => error.code,
    );
  return { state, from };
}

const GOOD = "sess_sk_good";
const DIGEST_OF_GOOD = "mmXCTc_NNCPSK2MP7AvsP8lJlE8BJris_fClUg8TiMo";

it("lets a hundred first uses of a good key pass at once", async () => {
  const { from } = house();
  const all = await Promise.all(Array.from({ length: 100 }, () => from(GOOD)));
  expect(new Set(all)).toEqual(new Set(["ok"]));
});

it("stops guesses even when all are in flight at once, before they reach the store", async () => {
  const { state, from } = house();
  const all = await Promise.all(Array.from({ length: 100 }, (_, n) => from(`sess_sk_${n}`)));
  expect(all.filter((code) => code === "rate_limited")).toHaveLength(70);
  expect(state.lookUps).toBe(30);
  expect(await from("sess_sk_x", "192.0.2.2")).toBe("unauthorized");
});

it("lets a key that was good once pass the address that guesses, and stops a new one", async () => {
  const { from } = house();
  expect(await from(GOOD)).toBe("ok");
  await Promise.all(Array.from({ length: 100 }, (_, n) => from(`sess_sk_${n}`)));
  expect(await from(GOOD)).toBe("ok");
  expect(await from("sess_sk_new")).toBe("rate_limited");
});

it("counts nobody's guesses where no address is known, so that nobody is shut out by another's", async () => {
  const { from } = house();
  await Promise.all(Array.from({ length: 100 }, (_, n) => from(`sess_sk_${n}`, null)));
  expect(await from("sess_sk_new", null)).toBe("unauthorized");
  expect(await from(GOOD, null)).toBe("ok");
});

it("refuses a key from the moment it is revoked", async () => {
  const { state, from } = house();
  expect(await from(GOOD)).toBe("ok");
  state.live = false;
  expect(await from(GOOD)).toBe("unauthorized");
});

it("counts nothing for what is no key at all", async () => {
  const { state, from } = house();
  const all = await Promise.all(Array.from({ length: 100 }, () => from(undefined)));
  expect(new Set(all)).toEqual(new Set(["unauthorized"]));
  expect(await from("other_key")).toBe("unauthorized");
  expect(state.lookUps).toBe(0);
});
