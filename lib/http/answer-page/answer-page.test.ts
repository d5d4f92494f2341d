import { assets, house } from "@/lib/http/answer-page/testing/house";
import { ASSETS_PATH } from "@/lib/http/answer-page/assets";
import { ProtocolError } from "@sess.si/protocol";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 1, 12), toFake: ["Date"] });
  return () => void vi.useRealTimers();
});

describe("looking", () => {
  it("is private, unframeable, unindexed, and runs nothing that is not its own", async () => {
    const { send } = await house();
    const { status, headers } = await send();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
    });
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of ["default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toContain("unsafe");
  });

  it("has nothing inline for that policy to stop, and names the link only where the form goes", async () => {
    const { path, send } = await house();
    const html = await (await send()).text();
    expect(html).not.toMatch(/ style=| on[a-z]+=|<style|<script(?! src)/i);
    expect(html.split(path)).toHaveLength(2);
  });

  it("gives previews a card that says nothing of the question", async () => {
    const { send } = await house();
    const html = await (await send()).text();
    expect(html).toContain("<title>Secret &lt;title&gt;?</title>");
    for (const tag of html.match(/<meta [^>]+>/g) ?? []) expect(tag).not.toContain("Secret");
  });

  it("answers HEAD as GET, without the page", async () => {
    const { send } = await house();
    const reply = await send({ method: "HEAD" });
    expect([reply.status, await reply.text()]).toEqual([200, ""]);
  });

  it("draws the lock only over a private connection", async () => {
    const lock = "M7 11V7a5 5 0 0 1 10 0v4";
    expect(await (await (await house()).send()).text()).toContain(lock);
    const open = await (await (await house("http://192.168.1.20:3000")).send()).text();
    expect(open).not.toContain(lock);
    expect(open).toContain("192.168.1.20:3000");
  });

  it("finds no question under any other link", async () => {
    const { send } = await house();
    for (const at of ["/a/nothing", "/a/", "/a/%00", "/a/x/y", `/a/${"A".repeat(5000)}`]) {
      const reply = await send({}, at);
      expect(reply.status).toBe(404);
      expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
    }
  });
});

describe("assets", () => {
  it("never change under their names", async () => {
    const { send } = await house();
    const reply = await send({}, assets.css);
    expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await reply.text()).toBe("main{}");
    expect((await send({}, `${ASSETS_PATH}page-2.css`)).status).toBe(404);
    expect((await send({}, `${ASSETS_PATH}..%2f..%2fpackage.json`)).status).toBe(404);
  });
});

describe("over the wire", () => {
  const encodingFor = async (accepted: string, at?: string) =>
    (await (await house()).send({ headers: { "accept-encoding": accepted } }, at)).headers.get("content-encoding");

  it.each([
    ["gzip, deflate, br", "gzip"],
    ["br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip"],
    ["gzip;q=0", null],
    ["br", null],
    ["identity, notgzip", null],
    ["", null],
  ])("%j gets %s", async (accepted, encoding) => {
    expect(await encodingFor(accepted)).toBe(encoding);
    expect(await encodingFor(accepted, assets.css)).toBe(encoding);
  });

  it("is the same page in either form", async () => {
    const { send } = await house();
    const zipped = await send({ headers: { "accept-encoding": "gzip" } });
    const html = gunzipSync(new Uint8Array(await zipped.arrayBuffer())).toString();
    expect(html).toBe(await (await send()).text());
  });
});

describe("posting", () => {
  it("goes on to the link itself once the answer is taken", async () => {
    const { path, post, nonce } = await house();
    const form = { nonce: await nonce(), action: "approve", "f.message": "Hi" };
    vi.setSystemTime(Date.now() + 3000);
    const reply = await post(form);
    expect([reply.status, reply.headers.get("location")]).toEqual([303, path]);
    const again = await post(form);
    expect(again.status).toBe(303);
    const other = await post({ ...form, "f.message": "Else" });
    expect(other.status).toBe(409);
    expect(await other.text()).toMatch(/Somebody already answered this[\s\S]*Else/);
  });

  it("takes as much as a field may hold, in any script", async () => {
    const { post, nonce } = await house();
    const served = await nonce();
    vi.setSystemTime(Date.now() + 3000);
    const form = (length: number) => ({ nonce: served, action: "approve", "f.message": "😹".repeat(length) });
    const over = await post(form(32_769));
    expect(over.status).toBe(422);
    expect(await over.text()).toContain("Enter at most 32768 characters. There are 32769");
    expect((await post(form(32_768))).status).toBe(303);
  });

  it("shows problems, the confirm step and an old form with the status of each", async () => {
    const { post, nonce } = await house();
    const served = await nonce();
    expect((await post({ nonce: served, action: "approve" })).status).toBe(422);
    const confirm = await post({ nonce: served, action: "approve", "f.message": "Hi" });
    expect(confirm.status).toBe(200);
    expect(await confirm.text()).toMatch(/data-phase="confirm"[\s\S]*type="hidden" name="f\.message" value="Hi"/);
    const stale = await post({ nonce: "not ours", action: "approve", "f.message": "Hi" });
    expect(stale.status).toBe(409);
    expect(await stale.text()).toMatch(/This page was too old[\s\S]*value="Hi"/);
    expect((await post({ nonce: served, action: "" })).status).toBe(422);
    expect((await post({ nonce: served, action: "no such action" })).status).toBe(422);
  });

  it("goes on after more time was given, and stays where something was typed", async () => {
    const { path, send, post, nonce } = await house();
    const first = await nonce();
    vi.setSystemTime(Date.now() + 3000);
    const untouched = await post({ nonce: first, extend: "1", "f.message": "" });
    expect([untouched.status, untouched.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^${path}\\?more=\\d+$`)),
    ]);
    expect(await (await send({}, untouched.headers.get("location") ?? "")).text()).toContain("You have more time");
    const second = await nonce();
    vi.setSystemTime(Date.now() + 3000);
    const typed = await post({ nonce: second, extend: "1", "f.message": "Half" });
    expect(typed.status).toBe(200);
    expect(await typed.text()).toMatch(/You have more time[\s\S]*value="Half"/);
  });

  it("asks once more for time that was asked for faster than anybody reads, and says when a page is too old", async () => {
    const { path, send, post, nonce } = await house();
    const served = await nonce();
    const hasty = await (await post({ nonce: served, extend: "1", "f.message": "Half" })).text();
    expect(hasty).toMatch(/data-phase="confirm"[\s\S]*name="f\.message" value="Half"[\s\S]*Ask for more time\?/);
    expect(hasty).not.toContain("You have more time");
    const stale = await post({ nonce: "not ours", extend: "1", "f.message": "Half" });
    expect(stale.status).toBe(409);
    expect(await stale.text()).toMatch(/too old to ask from[\s\S]*value="Half"/);
    for (const query of ["?more", "?more=1", `?more=${Date.now() + 3_600_000}`]) {
      expect(await (await send({}, path + query)).text()).not.toContain("You have more time");
    }
  });

  it("with an old form shows what was typed under the labels of its own question", async () => {
    const { post, nonce, askNext } = await house();
    const served = await nonce();
    vi.setSystemTime(Date.now() + 3000);
    await post({ nonce: served, action: "approve", "f.message": "First" });
    const field = { type: "field", name: "message", label: "Other words", schema: { type: "string" } };
    await askNext({ source: { kind: "sess_surface", components: [field] } });
    const late = { revision: "1", action: "approve", "f.message": "Late" };
    const typedOf = (html: string) => /<section id="typed"[\s\S]*<\/section>/.exec(html)?.[0];
    for (const press of [{ action: "approve" }, { action: "" }, { extend: "1" }, { back: "1" }]) {
      const html = await (await post({ ...late, ...press, nonce: served })).text();
      expect(typedOf(html)).toMatch(/Message[\s\S]*Late/);
      expect(typedOf(html)).not.toContain("Other words");
    }
    const strange = typedOf(await (await post({ ...late, nonce: "not ours" })).text());
    expect(strange).toMatch(/message[\s\S]*Late/);
    vi.setSystemTime(Date.now() + 3000);
    await post({ nonce: await nonce(), action: "approve", "f.message": "Second" });
    const closed = await (await post({ ...late, nonce: served })).text();
    expect(typedOf(closed)).toMatch(/Message[\s\S]*Late/);
  });

  it("takes forms only, and not without end", async () => {
    const { send } = await house();
    const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    expect((await send(json)).status).toBe(415);
    const long = new URLSearchParams({ "f.message": "x".repeat(1_100_000) });
    expect((await send({ method: "POST", body: long })).status).toBe(413);
    const many = new URLSearchParams(Array.from({ length: 9000 }, () => ["f.message", "x"]));
    expect((await send({ method: "POST", body: many })).status).toBe(413);
  });
});

describe("one address", () => {
  it("that tries links is stopped before its body is read, and one that answers is not", async () => {
    const { door, post, path, send } = await house();
    let free = 2;
    door.admitAddress = () => {
      if (free === 0) throw new ProtocolError("rate_limited", "Not now", { retryAfter: 1 });
      free -= 1;
      return () => void (free += 1);
    };
    for (let count = 0; count < 3; count += 1) expect((await post({ nonce: "n", action: "" })).status).toBe(422);
    const unknown = () => send({ method: "POST", body: new URLSearchParams({ action: "x" }) }, "/a/nothing");
    for (let count = 0; count < 2; count += 1) expect((await unknown()).status).toBe(404);
    let isRead = false;
    const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const stopped = await send({ method: "POST", body, headers, duplex: "half" } as RequestInit, path);
    expect([stopped.status, stopped.headers.get("retry-after"), isRead]).toEqual([429, "1", false]);
  });
});

describe("one address that looks", () => {
  const limited = async (free: number) => {
    const { door, path, send } = await house();
    door.admitLook = () => {
      if (free === 0) throw new ProtocolError("rate_limited", "Not now", { retryAfter: 3 });
      free -= 1;
      return () => void (free += 1);
    };
    return { path, send, statusOf: async (at: string) => (await send({}, at)).status };
  };

  it("at a question, or follows one, may go on", async () => {
    const { path, statusOf } = await limited(1);
    for (const at of [path, `${path}/live?v=999`, path, `${path}/live?v=x`, path]) {
      expect(await statusOf(at)).toBe(at.endsWith("x") ? 400 : 200);
    }
  });

  it.each(["/a/nothing", "/a/nothing/live?v=1", "/a/not/a/link"])("at %s is stopped, and told when", async (at) => {
    const { path, send, statusOf } = await limited(2);
    expect([await statusOf(at), await statusOf(at)]).toEqual([404, 404]);
    for (const stopped of [path, "/a/not/a/link"]) {
      const reply = await send({}, stopped);
      expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "3"]);
      expect(await reply.text()).toContain("That was too many tries");
    }
    const live = await send({}, `${path}/live?v=1`);
    expect([live.status, live.headers.get("retry-after")]).toEqual([429, "3"]);
    expect(await live.json()).toMatchObject({ error: { code: "rate_limited", retryable: true } });
  });
});

describe("when something is wrong", () => {
  it.each([
    ["unavailable", 503, "7"],
    ["rate_limited", 429, "7"],
  ] as const)("%s keeps what was sent, to be sent again", async (code, status, retryAfter) => {
    const { door, post } = await house();
    door.admitPost = () => {
      throw new ProtocolError(code, "Not now", { retryAfter: 7 });
    };
    const reply = await post({ nonce: "n1", action: "approve", "f.message": "Kept" });
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([status, retryAfter]);
    const html = await reply.text();
    expect(html).toMatch(/name="nonce" value="n1"[\s\S]*name="action" value="approve"[\s\S]*value="Kept"/);
    expect(html).toContain("Send again");
  });

  it("logs what nobody expected, and shows none of it", async () => {
    const { door, errors, send } = await house();
    door.verbs = { ...door.verbs, view: () => Promise.reject(new Error("a detail")) };
    const reply = await send();
    expect(reply.status).toBe(500);
    expect(await reply.text()).not.toContain("a detail");
    expect(errors).toHaveLength(1);
  });
});

describe("following", () => {
  it("says at once when the page is out of date, and what a wrong question is", async () => {
    const { path, send } = await house();
    const read = async (query: string, at = path) => {
      const reply = await send({}, `${at}/live${query}`);
      return [reply.status, await reply.json()];
    };
    const [status, news] = await read("?v=999");
    expect([status, news]).toEqual([200, { version: expect.any(Number), changed: true }]);
    for (const query of ["", "?v=", "?v=-1", "?v=x"]) {
      expect(await read(query)).toEqual([
        400,
        { error: expect.objectContaining({ code: "invalid_arguments", field: "/v" }) },
      ]);
    }
    expect((await read("?v=1", "/a/nothing"))[0]).toBe(404);
  });
});
