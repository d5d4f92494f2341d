import { readJson } from "@/lib/http/body";
import { LIMITS } from "@sess.si/protocol";
import { describe, expect, it, vi } from "vitest";

const JSON_HEADERS = { "content-type": "application/json" };

function request(body: BodyInit | null, headers: Record<string, string> = JSON_HEADERS): Request {
  return new Request("http://sess.test/v1/interactions", { method: "POST", body, headers });
}

/** As a server gives a chunked body: a stream of no announced length. */
function chunked(chunks: Uint8Array[]): { request: Request; pulled(): number } {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[pulled++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const init = { method: "POST", body, headers: JSON_HEADERS, duplex: "half" };
  return { request: new Request("http://sess.test/", init), pulled: () => pulled };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const refusal = (body: BodyInit | null, headers?: Record<string, string>) =>
  readJson(request(body, headers)).then(
    () => "accepted",
    (error: unknown) => error,
  );

it("does not ponder over a content type without end", async () => {
  const start = process.cpuUsage();
  await refusal("{}", { "content-type": `application/json;${" ".repeat(60_000)}x` });
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(500);
});

describe("reading a body", () => {
  it("reads JSON, with or without a byte order mark", async () => {
    expect(await readJson(request('{"a":"ü"}'))).toEqual({ a: "ü" });
    expect(await readJson(request(utf8('\uFEFF{"a":1}')))).toEqual({ a: 1 });
  });

  it("tells an absent body from a wrong one", async () => {
    expect(await readJson(request(null))).toBeUndefined();
    expect(await readJson(request(null, {}))).toBeUndefined();
  });

  it.each(["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])(
    "takes %s",
    async (type) => {
      expect(await readJson(request("{}", { "content-type": type }))).toEqual({});
    },
  );

  it.each([
    "text/plain",
    "application/jsonp",
    "application/json; charset=latin1",
    "application/json, text/plain",
    "multipart/form-data; boundary=x",
    `application/json${" ".repeat(15_000)};${" ".repeat(15_000)}x`,
  ])("refuses %s", async (type) => {
    expect(await refusal("{}", { "content-type": type })).toMatchObject({
      code: "unsupported_media_type",
      status: 415,
    });
  });

  it("refuses a body that does not say what it is", async () => {
    expect(await refusal(utf8("{}"), {})).toMatchObject({ code: "unsupported_media_type" });
  });

  it.each([
    ["broken JSON", '{"a":', /not valid JSON/],
    ["two values", "{}{}", /not valid JSON/],
    ["broken UTF-8", Uint8Array.of(0x22, 0xc3, 0x28, 0x22), /not valid UTF-8/],
    ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00), /not valid UTF-8/],
    ["spaces only", "   ", /not valid JSON/],
  ])("refuses %s", async (_, body, message) => {
    const error = await refusal(body);
    expect(error).toMatchObject({ code: "invalid_arguments", message: expect.stringMatching(message) });
  });

  it.each([
    ['{"interaction":{"__proto__":{}}}', "/interaction/__proto__"],
    ['[{"a":1},{"b/c":{"constructor":1}}]', "/1/b~1c/constructor"],
    ['{"\\u005f_proto__":1}', "/__proto__"],
    ['{"a":{"prototype":1}}', "/a/prototype"],
  ])("refuses the unsafe key in %s", async (body, field) => {
    expect(await refusal(body)).toMatchObject({ code: "invalid_arguments", field });
  });

  it("takes the same words as values", async () => {
    expect(await readJson(request('{"a":"__proto__ constructor"}'))).toEqual({ a: "__proto__ constructor" });
  });

  it.each([
    ["lists", `["\\u0041",${"[".repeat(120_000)}${"]".repeat(120_000)}]`],
    ["objects", `{"\\u0041":${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}}`],
    ["lists that never end", "[".repeat(200_000)],
  ])("refuses deep nesting of %s before it is parsed", async (_, body) => {
    const parse = vi.spyOn(JSON, "parse");
    const error = await refusal(body);
    expect(error).toMatchObject({ code: "invalid_arguments", field: "", limit: LIMITS.depth });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it.each(["gzip", "br", "identity, gzip", "GZIP"])("refuses a body that is encoded as %s", async (encoding) => {
    const error = await refusal("{}", { ...JSON_HEADERS, "content-encoding": encoding });
    expect(error).toMatchObject({ code: "unsupported_media_type", message: expect.stringContaining(encoding) });
  });

  it("takes a body that says it is encoded as nothing", async () => {
    expect(await readJson(request("{}", { ...JSON_HEADERS, "content-encoding": "Identity" }))).toEqual({});
  });
});

describe("how large a body may be", () => {
  const fitting = `"${"x".repeat(LIMITS.bodyBytes - 2)}"`;

  it("takes the limit to the byte", async () => {
    expect(await readJson(request(fitting))).toHaveLength(LIMITS.bodyBytes - 2);
    expect(await refusal(`${fitting} `)).toMatchObject({
      code: "payload_too_large",
      status: 413,
      limit: LIMITS.bodyBytes,
    });
  });

  it("refuses what is announced as too large without reading it", async () => {
    const error = await refusal("{}", { ...JSON_HEADERS, "content-length": String(LIMITS.bodyBytes + 1) });
    expect(error).toMatchObject({ code: "payload_too_large" });
  });

  it("counts an unannounced body as it comes, and stops", async () => {
    const chunk = new Uint8Array(64 * 1024).fill(0x20);
    const endless = chunked(Array.from({ length: 100 }, () => chunk));
    await expect(readJson(endless.request)).rejects.toMatchObject({ code: "payload_too_large" });
    expect(endless.pulled()).toBeLessThan(8);
    const small = chunked([utf8('{"a":'), utf8("1}")]);
    expect(await readJson(small.request)).toEqual({ a: 1 });
  });
});
