import { ASSETS_PATH, loadAssets, type AnswerAssets } from "@/lib/http/answer-page/assets";
import { takesGzip } from "@/lib/http/answer-page/gzip";
import { ASSET_HEADERS } from "@/lib/http/answer-page/headers";
import { linkVerbs } from "@/lib/http/answer-page/link-verbs";
import type { LinkDoor } from "@/lib/http/answer-page/link-door";
import { mountLink } from "@/lib/http/answer-page/link-routes";
import { clientAddress, UNKNOWN } from "@/lib/http/client-address";
import type { AppPorts, Connection } from "@/lib/http/ports";
import { Hono } from "hono";
import { compress } from "hono/compress";

/** The person's door, `/a/*`: pages that are whole without a script, and the little that the script asks for. */
export function createAnswerPage(app: AppPorts): Hono<{ Bindings: Connection }> {
  return answerPageOf({
    verbs: linkVerbs(app),
    assets: loadAssets(),
    origin: app.ask.linkOrigin,
    log: app.log,
    draftKey: (secret) => app.ask.links.digest(secret).slice(0, DRAFT_KEY_LENGTH),
    admitAddress(headers, connection) {
      const address = clientAddress(headers, connection, app.trustedProxies);
      // One count for the whole world would let anybody shut everybody out.
      if (address === UNKNOWN) return () => undefined;
      app.limits.takePost(address);
      return () => app.limits.returnPost(address);
    },
    admitLook(headers, connection) {
      const address = clientAddress(headers, connection, app.trustedProxies);
      if (address === UNKNOWN) return () => undefined;
      app.limits.takeLook(address);
      return () => app.limits.returnLook(address);
    },
    admitPost(secret, headers, connection) {
      const address = clientAddress(headers, connection, app.trustedProxies);
      app.limits.countLinkPost(`${address} ${app.ask.links.digest(secret)}`);
    },
  });
}

/** Long enough to tell a device's drafts apart, too short to be looked up by. */
const DRAFT_KEY_LENGTH = 16;

/** The same page on any verbs. */
export function answerPageOf(door: LinkDoor): Hono<{ Bindings: Connection }> {
  const app = new Hono<{ Bindings: Connection }>({ strict: false });
  app.get("*", compress());
  app.get(`${ASSETS_PATH}:name`, (c) => assetReply(door.assets, c.req.param("name"), c.req.raw.headers));
  mountLink(app, door);
  return app;
}

function assetReply(assets: AnswerAssets, name: string, request: Headers): Response {
  const asset = assets.read(name);
  if (asset === null) return new Response("Not found\n", { status: 404, headers: { "Cache-Control": "no-store" } });
  const headers = { ...ASSET_HEADERS, "Content-Type": asset.type };
  if (!takesGzip(request)) return new Response(asset.plain, { headers });
  return new Response(asset.gzip, { headers: { ...headers, "Content-Encoding": "gzip" } });
}
