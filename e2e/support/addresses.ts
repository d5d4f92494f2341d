let count = 0;

/** A client address that nobody has used yet, for a server that believes one proxy. */
export function newAddress(): Record<"x-forwarded-for", string> {
  count += 1;
  const host = (process.pid * 4096 + count) % 2 ** 24;
  return { "x-forwarded-for": `10.${(host >> 16) & 255}.${(host >> 8) & 255}.${host & 255}` };
}
