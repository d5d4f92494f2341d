import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { EnvError, readEnv } from "@/lib/env";
import { readRelayEnv } from "@/lib/relay/host/settings";

function read(source: Record<string, string>) {
  return readEnv({ NODE_ENV: "test", ...source });
}

describe("readEnv", () => {
  it("needs nothing", () => {
    expect(read({})).toEqual({
      databaseUrl: null,
      port: 3000,
      publicOrigin: null,
      dataDir: resolve(".data"),
      secret: undefined,
      trustedProxies: 0,
      logLevel: "info",
      relay: readRelayEnv({}),
    });
  });

  it("names a variable of the relay that it cannot use", () => {
    expect(() => read({ SW_MAX_PARTICIPANTS: "many" })).toThrow(EnvError);
    expect(() => read({ SW_MAX_PARTICIPANTS: "many" })).toThrow("SW_MAX_PARTICIPANTS");
  });

  it("takes an empty variable for one that is not set", () => {
    const empty = {
      DATABASE_URL: "",
      PORT: "",
      PUBLIC_ORIGIN: "",
      SESS_DATA_DIR: "",
      SESS_SECRET: "",
      TRUST_PROXY: "",
    };
    expect(read({ ...empty, LOG_LEVEL: "" })).toEqual(read({}));
  });

  it.each([
    ["PORT", "0", { port: 0 }],
    ["PUBLIC_ORIGIN", "https://Ask.example.com/", { publicOrigin: "https://ask.example.com" }],
    ["PUBLIC_ORIGIN", "http://10.0.0.7:8080", { publicOrigin: "http://10.0.0.7:8080" }],
    ["DATABASE_URL", "postgresql://a:b@h/d", { databaseUrl: "postgresql://a:b@h/d" }],
    ["TRUST_PROXY", "true", { trustedProxies: 1 }],
    ["TRUST_PROXY", "2", { trustedProxies: 2 }],
    ["LOG_LEVEL", "debug", { logLevel: "debug" }],
  ])("%s=%s", (name, value, expected) => {
    expect(read({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "3000 "],
    ["PORT", "0x10"],
    ["PUBLIC_ORIGIN", "example.com"],
    ["PUBLIC_ORIGIN", "https://example.com/app"],
    ["PUBLIC_ORIGIN", "https://example.com?x"],
    ["PUBLIC_ORIGIN", "ftp://example.com"],
    ["PUBLIC_ORIGIN", "https://user:pass@example.com"],
    ["DATABASE_URL", "localhost:5432"],
    ["TRUST_PROXY", "yes"],
    ["TRUST_PROXY", "-1"],
    ["LOG_LEVEL", "verbose"],
  ])("refuses %s=%s by its name", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(EnvError);
    expect(() => read({ [name]: value })).toThrow(name);
  });
});
