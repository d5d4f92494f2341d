import { FIELD_PAGES, STATE_EXAMPLES } from "@/components/answer/examples";
import type { PageContext } from "@/components/answer/view";
import { en } from "@/components/words/en";
import { ASSETS_PATH, loadAssets } from "@/lib/http/answer-page/assets";
import { PAGE_HEADERS } from "@/lib/http/answer-page/headers";
import { renderAnswerPage } from "@/lib/http/answer-page/render";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** Serves every state and every field example of the answer page, as the product renders them. */
const pages = { ...STATE_EXAMPLES, ...FIELD_PAGES };
const assets = loadAssets();
const app = new Hono();

app.get(`${ASSETS_PATH}:name`, (c) => {
  const asset = assets.read(c.req.param("name"));
  return asset === null ? c.notFound() : c.body(asset.body, 200, { "Content-Type": asset.type });
});

app.get("/", (c) => c.json(Object.keys(pages)));

app.get("/:name", async (c) => {
  const name = c.req.param("name");
  const state = pages[name];
  if (state === undefined) return c.notFound();
  const context: PageContext = {
    words: en,
    path: `/${name}`,
    host: "sess.example",
    secure: true,
    draftKey: `gallery-${name}`,
    assets: { css: assets.css, js: assets.js },
  };
  return c.html(await renderAnswerPage(state, context), 200, { ...PAGE_HEADERS });
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 0), hostname: "127.0.0.1" }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
