import type { Connection } from "@/lib/http/ports";

/**
 * The address that limits are counted by. Every trusted proxy appends the address it saw, so the client is that many
 * entries from the right; what stands further left is the client's own invention.
 */
export function clientAddress(
  headers: Pick<Headers, "get">,
  connection: Connection | undefined,
  trustedProxies: number,
): string {
  const peer = connection?.incoming?.socket?.remoteAddress ?? UNKNOWN;
  if (trustedProxies === 0) return network(peer);
  const forwarded = headers.get("x-forwarded-for")?.split(",") ?? [];
  const claimed = forwarded.at(-Math.min(trustedProxies, forwarded.length))?.trim();
  return network(claimed === undefined || claimed === "" ? peer : claimed);
}

/** No connection of its own and no proxy that is trusted: nothing can be counted by it. */
export const UNKNOWN = "unknown";

/** One household or host owns a whole IPv6 /64: counting single addresses there would count nothing. */
function network(address: string): string {
  const plain = address.replace(/^\[|\](:\d+)?$/g, "").replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain.slice(0, 64);
  if (plain.includes(".") || /^[^:]*:\d+$/.test(plain)) return plain.replace(/:\d+$/, "").slice(0, 64);
  return ipv6Groups(plain).slice(0, 4).join(":");
}

function ipv6Groups(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  if (tail === undefined) return left.map(shortGroup);
  const right = tail === "" ? [] : tail.split(":");
  const zeros = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => "0"), ...right].map(shortGroup);
}

function shortGroup(group: string): string {
  return group
    .toLowerCase()
    .replace(/^0+(?=.)/, "")
    .slice(0, 4);
}
