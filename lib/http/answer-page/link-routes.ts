import { isTouched } from "@/components/surface/fields/touched";
import { PAGE_HEADERS } from "@/lib/http/answer-page/headers";
import type { LinkDoor } from "@/lib/http/answer-page/link-door";
import { failed, type Redirect, reply, shown, unexpected } from "@/lib/http/answer-page/link-reply";
import { liveReply, type News, watch } from "@/lib/http/answer-page/live";
import { faultOfHeaders, textOfForm } from "@/lib/http/answer-page/form-text";
import { fieldsOfForm, hasTooManyEntries, type PostedForm, readPostedForm } from "@/lib/http/answer-page/posted-form";
import { extensionPage, failurePage, pageOf, refusedPage, type Shown, withLabels } from "@/lib/http/answer-page/states";
import { readBytes } from "@/lib/http/body";
import type { Connection } from "@/lib/http/ports";
import { isProtocolError, LIMITS } from "@sess.si/protocol";
import type { Context, Hono } from "hono";

type Env = { Bindings: Connection };

/** Looking changes nothing; only a POST with the form's nonce does. */
export function mountLink(app: Hono<Env>, door: LinkDoor): void {
  app.get("/a/:secret", (c) => shown(c, door, (secret) => counted(c, door, () => look(door, c, secret))));
  app.get("/a/:secret/live", (c) => liveReply(door.log, () => counted(c, door, () => follow(door, c))));
  app.post("/a/:secret", (c) => post(c, door));
  app.all("/a/:secret", (c) => otherMethod(c, ["GET", "HEAD", "OPTIONS", "POST"]));
  app.all("/a/:secret/live", (c) => otherMethod(c, ["GET", "HEAD", "OPTIONS"]));
  app.notFound((c) => nothingThere(c, door));
  app.onError((error, c) => unexpected(c, door, error));
}

/** Whoever tries links that lead nowhere, or never stops, is stopped at the address. */
async function counted<T>(c: Context<Env>, door: LinkDoor, work: () => Promise<T>): Promise<T> {
  const takeBack = door.admitLook(c.req.raw.headers, c.env);
  try {
    const result = await work();
    takeBack();
    return result;
  } catch (error) {
    if (!isProtocolError(error) || error.code !== "not_found") takeBack();
    throw error;
  }
}

async function nothingThere(c: Context<Env>, door: LinkDoor): Promise<Response> {
  try {
    door.admitLook(c.req.raw.headers, c.env);
    return await reply(c, door, "", failurePage("unknown", null), c.req.path);
  } catch (error) {
    return reply(c, door, "", failed(c, door, error, null), c.req.path);
  }
}

function follow({ verbs }: LinkDoor, c: Context<Env, "/a/:secret/live">): Promise<News> {
  return watch(verbs, c.req.param("secret"), c.req.query("v"), c.req.raw.signal);
}

/** No browser sends one for a person: it is told what the address takes, in no more words. */
function otherMethod(c: Context<Env>, methods: readonly string[]): Response {
  const headers = { ...PAGE_HEADERS, Allow: methods.join(", ") };
  if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers });
  const text = { "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`This address takes ${headers.Allow}.\n`, { status: 405, headers: { ...headers, ...text } });
}

async function look({ verbs }: LinkDoor, c: Context<Env>, secret: string): Promise<Shown> {
  const view = await verbs.view(secret, c.req.raw.signal);
  const hasMore = view.extendedUntil !== null && c.req.query("more") === String(view.extendedUntil);
  const state = pageOf(view, null, hasMore ? "extended" : null);
  if (state.page !== "closed") return { status: 200, state };
  return { status: 200, state: { ...state, taken: c.req.query("elsewhere") !== undefined && view.answer !== null } };
}

async function post(c: Context<Env, "/a/:secret">, door: LinkDoor): Promise<Response> {
  const fault = faultOfHeaders(c.req.raw.headers);
  if (fault !== null) return reply(c, door, c.req.param("secret"), failurePage(fault, null));
  return shown(c, door, async (secret) => {
    const takeBack = door.admitAddress(c.req.raw.headers, c.env);
    const form = await readForm(c.req.raw);
    const result = typeof form === "string" ? failurePage(form, null) : await press(c, door, secret, form);
    if (!isTry(result)) takeBack();
    return result;
  });
}

/** Whoever tries links, or never stops, is stopped at the address. */
function isTry(result: Shown | Redirect): boolean {
  if ("to" in result || result.state.page !== "failure") return false;
  return ["unknown", "too_many", "too_large"].includes(result.state.failure);
}

/** The form, or what is wrong with it: it may be larger than any form of ours. */
async function readForm(request: Request): Promise<PostedForm | "too_large" | "wrong_encoding"> {
  try {
    const body = await readBytes(request, LIMITS.formBytes);
    if (hasTooManyEntries(body)) return "too_large";
    const text = textOfForm(body);
    return text === null ? "wrong_encoding" : readPostedForm(text);
  } catch (error) {
    if (isProtocolError(error)) return "too_large";
    throw error;
  }
}

/** Whatever comes of it, what was filled in is kept. */
async function press(
  c: Context<Env, "/a/:secret">,
  door: LinkDoor,
  secret: string,
  form: PostedForm,
): Promise<Shown | Redirect> {
  const { signal } = c.req.raw;
  try {
    door.admitPost(secret, c.req.raw.headers, c.env);
    const result = await pressed(door, secret, form, signal);
    if ("to" in result) return result;
    return await withLabels(result, () => door.verbs.askedBefore(secret, form.nonce, signal));
  } catch (error) {
    return failed(c, door, error, form);
  }
}

async function pressed(
  door: LinkDoor,
  secret: string,
  form: PostedForm,
  signal: AbortSignal,
): Promise<Shown | Redirect> {
  switch (form.press.kind) {
    case "answer":
      return answer(door, secret, form, form.press.actionId, signal);
    case "extend":
      return extend(door, secret, form, signal);
    case "back":
      return { status: 200, state: pageOf(await door.verbs.view(secret, signal), form) };
    case "none":
      return { status: 422, state: pageOf(await door.verbs.view(secret, signal), form, "choose_button") };
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
  const extension = await verbs.extend(secret, { nonce: form.nonce }, signal);
  const { view, outcome } = extension;
  if (outcome !== "extended" || isTouched(view.surface, form.posted)) return extensionPage(extension, form);
  return { to: `?more=${view.deadline}` };
}
