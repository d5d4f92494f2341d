import type { PageContext } from "@/components/answer/view";
import { en } from "@/components/words/en";
import type { AnswerAssets } from "@/lib/http/answer-page/assets";
import { pack } from "@/lib/http/answer-page/gzip";
import { PAGE_HEADERS } from "@/lib/http/answer-page/headers";
import type { LinkVerbs } from "@/lib/http/answer-page/link-verbs";
import { liveReply } from "@/lib/http/answer-page/live";
import { isTouched } from "@/components/surface/fields/touched";
import { fieldsOfForm, readPostedForm, type PostedForm } from "@/lib/http/answer-page/posted-form";
import { renderAnswerPage } from "@/lib/http/answer-page/render";
import { errorPage, failurePage, pageOf, refusedPage, type Shown } from "@/lib/http/answer-page/states";
import { readBytes } from "@/lib/http/body";
import type { Connection, Log } from "@/lib/http/ports";
import { isProtocolError } from "@sess.si/protocol";
import type { Context, Hono } from "hono";

/** What the link's pages need from outside. */
export interface LinkDoor {
  verbs: LinkVerbs;
  assets: AnswerAssets;
  /** Public origin: what the page says where it is. */
  origin: string;
  log: Pick<Log, "error">;
  draftKey(secret: string): string;
  /** Throws `rate_limited`. */
  admitPost(secret: string, headers: Headers, connection: Connection | undefined): void;
}

type Env = { Bindings: Connection };

/** Looking changes nothing; only a POST with the form's nonce does. */
export function mountLink(app: Hono<Env>, door: LinkDoor): void {
  app.get("/a/:secret", (c) => shown(c, door, null, (secret) => look(door, c, secret)));
  app.get("/a/:secret/live", (c) => liveReply(door, c.req.param("secret"), c.req.query("v"), c.req.raw.signal));
  app.post("/a/:secret", (c) => post(c, door));
  app.notFound((c) => reply(c, door, "", failurePage("unknown", null), c.req.path));
}

async function look({ verbs }: LinkDoor, c: Context<Env>, secret: string): Promise<Shown> {
  const view = await verbs.view(secret, c.req.raw.signal);
  const asked = (name: string) => c.req.query(name) !== undefined;
  const state = pageOf(view, null, asked("more") ? "extended" : null);
  if (state.page !== "closed") return { status: 200, state };
  return { status: 200, state: { ...state, taken: asked("elsewhere") && view.answer !== null } };
}

async function post(c: Context<Env, "/a/:secret">, door: LinkDoor): Promise<Response> {
  const secret = c.req.param("secret");
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return reply(c, door, secret, failurePage("wrong_type", null));
  }
  const body = await readForm(c.req.raw);
  if (body === null) return reply(c, door, secret, failurePage("too_large", null));
  const form = readPostedForm(body);
  return shown(c, door, form, async () => {
    door.admitPost(secret, c.req.raw.headers, c.env);
    switch (form.press.kind) {
      case "answer":
        return answer(door, secret, form, form.press.actionId, c.req.raw.signal);
      case "extend":
        return extend(door, secret, form, c.req.raw.signal);
      case "back":
        return { status: 200, state: pageOf(await door.verbs.view(secret, c.req.raw.signal), form) };
      case "none":
        return { status: 422, state: pageOf(await door.verbs.view(secret, c.req.raw.signal), form, "choose_button") };
    }
  });
}

/** null: it is larger than any form of ours. */
async function readForm(request: Request): Promise<string | null> {
  try {
    return (await readBytes(request)).toString("utf8");
  } catch (error) {
    if (isProtocolError(error)) return null;
    throw error;
  }
}

async function answer(
  { verbs }: LinkDoor,
  secret: string,
  form: PostedForm,
  actionId: string,
  signal: AbortSignal,
): Promise<Shown | Redirect> {
  const fields = fieldsOfForm(form.posted);
  const result = await verbs.answer(secret, { nonce: form.nonce, actionId, fields }, signal);
  return result.outcome === "accepted" ? { to: "" } : refusedPage(result, form);
}

/** With something typed the page comes back in the reply itself: a redirect could not carry it. */
async function extend(
  { verbs }: LinkDoor,
  secret: string,
  form: PostedForm,
  signal: AbortSignal,
): Promise<Shown | Redirect> {
  const { view, extended } = await verbs.extend(secret, { nonce: form.nonce }, signal);
  if (extended && !isTouched(view.surface, form.posted)) return { to: "?more" };
  return { status: 200, state: pageOf(view, form, extended ? "extended" : "not_extended") };
}

interface Redirect {
  to: "" | "?more";
}

async function shown(
  c: Context<Env, "/a/:secret">,
  door: LinkDoor,
  form: PostedForm | null,
  work: (secret: string) => Promise<Shown | Redirect>,
): Promise<Response> {
  const secret = c.req.param("secret");
  try {
    const result = await work(secret);
    if (!("to" in result)) return await reply(c, door, secret, result);
    const headers = { ...PAGE_HEADERS, Location: pathOf(secret) + result.to };
    return new Response(null, { status: 303, headers });
  } catch (error) {
    const known = errorPage(error, form);
    if (known === null) door.log.error({ err: error }, "unexpected error on an answer page");
    return reply(c, door, secret, known ?? failurePage("internal", form));
  }
}

async function reply(
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
