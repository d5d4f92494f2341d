import { once } from "node:events";
import { networkInterfaces } from "node:os";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import { EnvError } from "@/lib/env";

/** Where the server can be reached. */
export interface Address {
  port: number;
  /** For this machine. */
  local: string;
  /** For phones in the same network, where `--lan` was asked for and there is one. */
  lan: string | null;
}

/** Takes the port: on loopback, or on every address of the machine. */
export async function listen(server: Server, wanted: { port: number; lan: boolean }): Promise<Address> {
  server.listen({ port: wanted.port, ...(wanted.lan ? {} : { host: "127.0.0.1" }) });
  try {
    await once(server, "listening");
  } catch (error) {
    throw refused(error as NodeJS.ErrnoException, wanted.port);
  }
  const { port } = server.address() as AddressInfo;
  const address = wanted.lan ? lanAddress() : null;
  return { port, local: `http://localhost:${port}`, lan: address === null ? null : `http://${address}:${port}` };
}

function refused(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") {
    const other = port < 65_000 ? port + 1 : 3000;
    return new EnvError(
      `Port ${port} is taken by another program. Stop it, or choose another: PORT=${other} npm start`,
    );
  }
  if (error.code === "EACCES") {
    return new EnvError(`This account may not use port ${port}. Choose one from 1024 on: PORT=3000 npm start`);
  }
  return error;
}

const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|utun|tun|tap|wg|tailscale)/;

function lanAddress(): string | null {
  const found = Object.entries(networkInterfaces())
    .flatMap(([name, addresses]) => (addresses ?? []).map((entry) => ({ ...entry, name })))
    .filter(({ family, internal, address }) => family === "IPv4" && !internal && !address.startsWith("169.254."))
    .toSorted((a, b) => rank(a) - rank(b));
  return found[0]?.address ?? null;
}

/** A home or office network before what virtual machines and containers make up. */
function rank({ name, address }: { name: string; address: string }): number {
  if (VIRTUAL.test(name)) return 2;
  return /^(?:192\.168|10|172\.(?:1[6-9]|2\d|3[01]))\./.test(address) ? 0 : 1;
}
