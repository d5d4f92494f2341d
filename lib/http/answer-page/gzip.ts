import { gzipSync } from "node:zlib";

/** What it saves on fewer bytes is less than one packet. */
const WORTH_BYTES = 1024;
/** Level 6 costs a page of this size a tenth of a millisecond. */
const PAGE_LEVEL = 6;

const GZIP = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=(?<weight>[\d.]+)\s*)?(?:,|$)/i;

/** Whether the browser takes gzip. */
export function takesGzip(headers: Headers): boolean {
  const found = GZIP.exec(headers.get("accept-encoding") ?? "");
  return found !== null && Number(found.groups?.["weight"] ?? 1) > 0;
}

/** A page's bytes as they go over the wire, and the headers that say so. */
export function pack(html: string, request: Headers): { body: string | Uint8Array<ArrayBuffer>; headers: HeadersInit } {
  if (html.length < WORTH_BYTES || !takesGzip(request)) return { body: html, headers: {} };
  return { body: zip(html, PAGE_LEVEL), headers: { "Content-Encoding": "gzip" } };
}

export function zip(content: string | Uint8Array, level = 9): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(content, { level }));
}
