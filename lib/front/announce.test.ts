import { announce, announceAnswer, type Announcement } from "@/lib/front/announce";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const READY: Announcement = {
  origin: "http://localhost:3000",
  local: "http://localhost:3000",
  network: null,
  note: null,
  sampleLink: "http://localhost:3000/a/secret",
  credentialsPath: resolve(".data/credentials.json"),
  hasOwner: true,
};

function printed(parts: Partial<Announcement>): string {
  let text = "";
  announce({ write: (more) => (text += more) }, { ...READY, ...parts });
  return text;
}

describe("what a phone needs", () => {
  const HINT = "npm start -- --lan";

  it("is said under a link to this machine", () => {
    expect(printed({})).toMatch(/[█▀▄]{20}/);
    expect(printed({})).toContain(HINT);
  });

  it.each([
    ["a link that a phone can open", { sampleLink: "http://192.168.1.7:3000/a/secret" }],
    ["a start that was for the network already", { network: "no address found" }],
    ["no link", { sampleLink: null }],
  ])("is not said under %s", (_, parts) => {
    expect(printed(parts)).not.toContain(HINT);
  });
});

it("says where the proxy has to point, and asks there, while the address of others leads nowhere yet", () => {
  const behindProxy = printed({ origin: "https://ask.example.com" });
  expect(behindProxy).toContain("Ready: https://ask.example.com\n");
  expect(behindProxy).toContain("for the proxy to point to: http://localhost:3000\n");
  expect(behindProxy).toContain("curl -s http://localhost:3000/v1/interactions");
  expect(printed({})).not.toContain("proxy");
});

it.each([
  [false, "create-owner", "create-key"],
  [true, "create-key", "create-owner"],
])("says of a database of one's own what it lacks; it has an owner: %s", (hasOwner, said, unsaid) => {
  const text = printed({ sampleLink: null, credentialsPath: null, hasOwner });
  expect(text).toContain(said);
  expect(text).not.toContain(unsaid);
});

it("names after an answer a command that finds its key", () => {
  const next = (dataDir: string): string => {
    let text = "";
    announceAnswer({ write: (more) => (text += more) }, "Publish, Now", dataDir);
    return text;
  };
  expect(next(resolve(".data"))).toContain("Publish, Now. Now ask something yourself: npx sess ask ");
  expect(next("/var/lib/sess")).toContain("the command above");
});
