/** RFC 6901: `base` and the path below it. */
export function pointer(base: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((parent, key) => `${parent}/${escapeKey(String(key))}`, base);
}

function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
