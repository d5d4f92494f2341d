import { workOf } from "@/e2e/support/work";
import { textOfForm } from "@/lib/http/answer-page/form-text";
import { house } from "@/lib/http/answer-page/testing/house";
import { describe, expect, it } from "vitest";

const TYPE = "application/x-www-form-urlencoded";
const bytes = (text: string) => Buffer.from(text, "latin1");

describe("the letters of a form", () => {
  it.each([
    ["as they are", "f.a=%C3%BC%F0%9F%98%B9&f.b=1+2"],
    ["written out", Buffer.from("f.a=ü😹")],
    ["of nothing", ""],
    ["after a percent sign that escapes nothing", "f.a=100%&f.b=%zz%C3%BC%4"],
    ["which somebody's letter for unknown ones is part of", "f.a=%EF%BF%BD"],
    ["and their name", "f.a=1&_charset_=UTF-8"],
  ])("are read %s", (_, body) => {
    const sent = Buffer.from(body);
    expect(textOfForm(sent)).toBe(sent.toString());
  });

  it.each([
    ["Latin-1", "f.a=%FC"],
    ["Latin-1, written out", bytes("f.a=\xfc")],
    ["one letter cut off by the next value", "f.a=%C3&f.b=%BC"],
    ["half escaped and half written out", bytes("f.a=%C3\xbc")],
    ["a lone surrogate", "f.a=%ED%A0%80"],
    ["by name", "f.a=%3F&_charset_=windows-1252"],
  ])("are refused as %s", (_, body) => {
    expect(textOfForm(Buffer.from(body))).toBeNull();
  });

  it("are looked at in time that grows with the form alone", () => {
    const body = Buffer.from("%C3%BC".repeat(170_000));
    expect(workOf(() => textOfForm(body))).toBeLessThan(50);
  });
});

describe("posting in another encoding", () => {
  const post = async (type: string, body: string, headers: Record<string, string> = {}) => {
    const { send } = await house();
    const reply = await send({ method: "POST", body: bytes(body), headers: { "content-type": type, ...headers } });
    return { status: reply.status, html: await reply.text() };
  };

  it.each([
    [`${TYPE}; charset=iso-8859-1`, "f.message=ok"],
    [`${TYPE};charset="windows-1252"`, "f.message=ok"],
    [`${TYPE}; x=y; CHARSET = utf-16`, "f.message=ok"],
    [TYPE, "action=approve&f.message=caf%E9"],
    [TYPE, "action=approve&f.message=caf\xe9"],
    [TYPE, "action=approve&_charset_=koi8-r&f.message=ok"],
  ])("%s, %j is refused on a page that says so", async (type, body) => {
    const { status, html } = await post(type, body);
    expect(status).toBe(415);
    expect(html).toContain("The letters of this form could not be read");
    expect(html).toContain("Nothing was sent");
  });

  it.each([`${TYPE}; charset=UTF-8`, `${TYPE};charset="utf8"`, `${TYPE.toUpperCase()}; x=y`])(
    "%s is none",
    async (type) => {
      expect((await post(type, "f.message=caf%C3%A9")).status).toBe(422);
    },
  );

  it("compressed is no form of ours", async () => {
    expect((await post(TYPE, "f.message=ok", { "content-encoding": "gzip" })).status).toBe(415);
    expect((await post(TYPE, "f.message=ok", { "content-encoding": "Identity" })).status).toBe(422);
  });
});
