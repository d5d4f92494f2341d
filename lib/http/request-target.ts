/** What a request line asks for. */
export interface RequestTarget {
  path: string;
  query: URLSearchParams;
}

/** Reads a request line's target, whichever of its forms it has (RFC 9112, 3.2); never throws. */
export function readTarget(url: string): RequestTarget {
  const [plain = ""] = url.split("#", 1);
  const at = plain.indexOf("?");
  return { path: pathOf(url), query: new URLSearchParams(at === -1 ? "" : plain.slice(at + 1)) };
}

/** The path alone, as everybody behind resolves it: `/x/../v1` is the API's, and must not get there through the pages. */
export function pathOf(url: string): string {
  const plain = PLAIN_PATH.exec(url)?.[0];
  if (plain !== undefined) return plain;
  const target = url.replace(/^https?:\/\/[^/?#]*/i, "");
  const path = target.split(/[?#]/, 1)[0] || "/";
  // With a host of our own before it: what a client wrote there need not be one.
  return path.startsWith("/") ? new URL(`http://localhost${path}`).pathname : path;
}

/** Nothing in it to resolve. */
const PLAIN_PATH = /^(?:\/[\w-]+)+(?=[?#]|$)/;
