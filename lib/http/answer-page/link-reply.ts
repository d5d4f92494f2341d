import type { PageContext } from "@/components/answer/view";
import { en } from "@/components/words/en";
import { pack } from "@/lib/http/answer-page/gzip";
import { PAGE_HEADERS } from "@/lib/http/answer-page/headers";
import type { LinkDoor } from "@/lib/http/answer-page/link-door";
import type { PostedForm } from "@/lib/http/answer-page/posted-form";
import { renderAnswerPage } from "@/lib/http/answer-page/render";
import { errorPage, failurePage, type Shown } from "@/lib/http/answer-page/states";
import type { Connection } from "@/lib/http/ports";
import { reportOutage } from "@/lib/http/report-outage";
import type { Context } from "hono";

type Env = { Bindings: Connection };

/** On to the link itself. */
export interface Redirect {
  /** A query of the link itself. */
  to: string;
}

/** Replies with what a link's work comes to, and never with an exception. */
export async function shown(
  c: Context<Env, "/a/:secret">,
  door: LinkDoor,
  work: (secret: string) => Promise<Shown | Redirect>,
): Promise<Response> {
  const secret = c.req.param("secret");
  const result = await work(secret).catch((error: unknown) => failed(c, door, error, null));
  if (!("to" in result)) return reply(c, door, secret, result);
  const headers = { ...PAGE_HEADERS, Location: pathOf(secret) + result.to };
  return new Response(null, { status: 303, headers });
}

/** An error as a page; one that nobody expected is logged, unless it is only that the browser went away. */
export function failed(c: Context, door: LinkDoor, error: unknown, form: PostedForm | null): Shown {
  reportOutage(door.log, error);
  const known = errorPage(error, form);
  if (known === null && !isCutOff(error, c.req.raw)) {
    door.log.error({ err: error }, "unexpected error on an answer page");
  }
  return known ?? failurePage("internal", form);
}

/** What no page's own work caught, such as a page that cannot be rendered. */
export async function unexpected(c: Context, door: LinkDoor, error: unknown): Promise<Response> {
  const page = failed(c, door, error, null);
  try {
    return await reply(c, door, "", page, c.req.path);
  } catch {
    return new Response(en.failures.internalTitle, { status: 500, headers: PAGE_HEADERS });
  }
}

function isCutOff(error: unknown, request: Request): boolean {
  if (request.signal.aborted) return true;
  return error instanceof Error && (error.name === "AbortError" || ("code" in error && error.code === "ECONNRESET"));
}

/** One page, whole. */
export async function reply(
  c: Context,
  door: LinkDoor,
  secret: string,
  { status, state }: Shown,
  path = pathOf(secret),
): Promise<Response> {
  const html = await renderAnswerPage(state, contextOf(door, secret, path));
  const packed = pack(html, c.req.raw.headers);
  const headers = new Headers({ ...PAGE_HEADERS, ...packed.headers, "Content-Type": "text/html; charset=utf-8" });
  if (state.page === "failure" && state.retryAfter !== null) headers.set("Retry-After", String(state.retryAfter));
  return new Response(packed.body, { status, headers });
}

function contextOf(door: LinkDoor, secret: string, path: string): PageContext {
  const { host, protocol } = new URL(door.origin);
  const { css, js } = door.assets;
  return {
    words: en,
    path,
    host,
    secure: protocol === "https:",
    draftKey: secret === "" ? "" : door.draftKey(secret),
    assets: { css, js },
  };
}

function pathOf(secret: string): string {
  return `/a/${encodeURIComponent(secret)}`;
}
