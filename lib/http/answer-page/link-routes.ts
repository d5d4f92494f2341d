import { isTouched } from "@/components/surface/fields/touched";
import type { LinkDoor } from "@/lib/http/answer-page/link-door";
import { failed, type Redirect, reply, shown, unexpected } from "@/lib/http/answer-page/link-reply";
import { liveReply } from "@/lib/http/answer-page/live";
import { fieldsOfForm, hasTooManyEntries, type PostedForm, readPostedForm } from "@/lib/http/answer-page/posted-form";
import { extensionPage, failurePage, pageOf, refusedPage, type Shown } from "@/lib/http/answer-page/states";
import { readBytes } from "@/lib/http/body";
import type { Connection } from "@/lib/http/ports";
import { isProtocolError, LIMITS } from "@sess.si/protocol";
import type { Context, Hono } from "hono";

type Env = { Bindings: Connection };

/** Looking changes nothing; only a POST with the form's nonce does. */
export function mountLink(app: Hono<Env>, door: LinkDoor): void {
  app.get("/a/:secret", (c) => shown(c, door, (secret) => look(door, c, secret)));
  app.get("/a/:secret/live", (c) => liveReply(door, c.req.param("secret"), c.req.query("v"), c.req.raw.signal));
  app.post("/a/:secret", (c) => post(c, door));
  app.notFound((c) => reply(c, door, "", failurePage("unknown", null), c.req.path));
  app.onError((error, c) => unexpected(c, door, error));
}

async function look({ verbs }: LinkDoor, c: Context<Env>, secret: string): Promise<Shown> {
  const view = await verbs.view(secret, c.req.raw.signal);
  const hasMore = view.extendedUntil !== null && c.req.query("more") === String(view.extendedUntil);
  const state = pageOf(view, null, hasMore ? "extended" : null);
  if (state.page !== "closed") return { status: 200, state };
  return { status: 200, state: { ...state, taken: c.req.query("elsewhere") !== undefined && view.answer !== null } };
}

async function post(c: Context<Env, "/a/:secret">, door: LinkDoor): Promise<Response> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return reply(c, door, c.req.param("secret"), failurePage("wrong_type", null));
  }
  return shown(c, door, async (secret) => {
    const takeBack = door.admitAddress(c.req.raw.headers, c.env);
    const form = await readForm(c.req.raw);
    const result = form === null ? failurePage("too_large", null) : await press(c, door, secret, form);
    if (!isTry(result)) takeBack();
    return result;
  });
}

/** Whoever tries links, or never stops, is stopped at the address. */
function isTry(result: Shown | Redirect): boolean {
  if ("to" in result || result.state.page !== "failure") return false;
  return ["unknown", "too_many", "too_large"].includes(result.state.failure);
}

/** null: it is larger than any form of ours. */
async function readForm(request: Request): Promise<PostedForm | null> {
  try {
    const body = (await readBytes(request, LIMITS.formBytes)).toString("utf8");
    return hasTooManyEntries(body) ? null : readPostedForm(body);
  } catch (error) {
    if (isProtocolError(error)) return null;
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
    switch (form.press.kind) {
      case "answer":
        return await answer(door, secret, form, form.press.actionId, signal);
      case "extend":
        return await extend(door, secret, form, signal);
      case "back":
        return { status: 200, state: pageOf(await door.verbs.view(secret, signal), form) };
      case "none":
        return { status: 422, state: pageOf(await door.verbs.view(secret, signal), form, "choose_button") };
    }
  } catch (error) {
    return failed(c, door, error, form);
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
