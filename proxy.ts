import { NextResponse, type NextRequest } from "next/server";

/** Next's pages start with scripts of its own in the document: each reply names the ones that it wrote itself. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = policyFor(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce from here.
  headers.set("Content-Security-Policy", policy);
  const reply = NextResponse.next({ request: { headers } });
  reply.headers.set("Content-Security-Policy", policy);
  return reply;
}

function policyFor(nonce: string): string {
  // Hot reload evaluates what it was sent.
  const evaluation = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What answers for itself, and files that never change, have none of Next's documents. */
export const config = { matcher: ["/((?!v1(?:/|$)|a(?:/|$)|healthz|\\.well-known/|_next/static/).*)"] };
