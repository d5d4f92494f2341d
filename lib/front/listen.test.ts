import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { once } from "node:events";
import { createServer as createSocketServer, type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { listen } from "@/lib/front/listen";

it("is there for this machine only, unless the network is asked for", async () => {
  const server = createServer();
  const address = await listen(server, { port: 0, lan: false });
  expect((server.address() as AddressInfo).address).toBe("127.0.0.1");
  expect(address).toEqual({ port: address.port, local: `http://localhost:${address.port}`, lan: null });
  server.close();
});

it("names an address of this machine for the network, never the loopback", async () => {
  const server = createServer();
  const { port, lan } = await listen(server, { port: 0, lan: true });
  expect((server.address() as AddressInfo).address).toMatch(/^(?:::|0\.0\.0\.0)$/);
  const outer = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const usable = outer.filter(({ family, internal }) => family === "IPv4" && !internal);
  if (usable.length === 0) expect(lan).toBeNull();
  else expect(usable.map(({ address }) => `http://${address}:${port}`)).toContain(lan);
  server.close();
});

it("says what to do about a port that is taken", async () => {
  const other = createSocketServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  await expect(listen(createServer(), { port, lan: false })).rejects.toThrow(`Port ${port} is taken`);
  other.close();
});
