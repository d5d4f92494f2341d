import { answerPageOf } from "@/lib/http/answer-page";
import { house } from "@/lib/http/answer-page/testing/house";
import { getRequestListener } from "@hono/node-server";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it, vi } from "vitest";

describe("a body that is cut off", () => {
  const cut = (error: unknown, signal?: AbortSignal) => ({
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new ReadableStream({ pull: (controller) => controller.error(error) }),
    duplex: "half",
    ...(signal && { signal }),
  });

  it("is logged as scrubbed as anything else, and answered in the house's own page", async () => {
    const { errors, send } = await house();
    const reply = await send(cut(new Error("a detail")));
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([500, "no-store"]);
    expect(await reply.text()).toContain("Something went wrong here");
    expect(errors).toEqual([{ err: expect.any(Error) }]);
  });

  it.each([
    ["the connection was reset", cut(Object.assign(new Error("aborted"), { code: "ECONNRESET" }))],
    ["the browser went away", cut(new Error("cut"), AbortSignal.abort())],
  ])("is nothing to note when %s", async (_, init) => {
    const { errors, send } = await house();
    await send(init);
    expect(errors).toEqual([]);
  });

  it("over a real connection is nothing to note either", async () => {
    const { door, errors, path } = await house();
    const { fetch } = answerPageOf(door);
    const steps = new EventEmitter();
    door.admitAddress = () => {
      steps.emit("begun");
      return () => undefined;
    };
    const serve = async (request: Request) => {
      const reply = await fetch(request);
      steps.emit("done");
      return reply;
    };
    const server = createServer(getRequestListener(serve)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const type = "Content-Type: application/x-www-form-urlencoded";
    const socket = connect(port, "127.0.0.1");
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 1000\r\n\r\nf.message=`);
    await once(steps, "begun");
    const done = once(steps, "done");
    socket.destroy();
    await done;
    server.close();
    expect(errors).toEqual([]);
  });

  it("never reaches the framework's own console, whatever fails", async () => {
    const { door, errors, send } = await house();
    const console = vi.spyOn(globalThis.console, "error");
    door.draftKey = () => {
      throw new Error("a detail");
    };
    const reply = await send();
    expect([reply.status, await reply.text()]).toEqual([500, expect.not.stringContaining("a detail")]);
    expect(errors).toHaveLength(1);
    expect(console).not.toHaveBeenCalled();
  });
});
