import { FIELD_PAGES } from "@/components/answer/examples/every-field";
import { STATE_EXAMPLES } from "@/components/answer/examples/states";
import type { PageContext } from "@/components/answer/view";
import { en } from "@/components/words/en";
import type { AnswerAssets } from "@/lib/http/answer-page/assets";
import { PAGE_HEADERS } from "@/lib/http/answer-page/headers";
import { renderAnswerPage } from "@/lib/http/answer-page/render";
import { Hono } from "hono";

const PAGES = { ...STATE_EXAMPLES, ...FIELD_PAGES };

/** Every state and every field example of the answer page, rendered as the product renders them. */
export function createGallery(assets: AnswerAssets): Hono {
  const app = new Hono();
  app.get("/", (c) => c.json({ states: Object.keys(STATE_EXAMPLES), fields: Object.keys(FIELD_PAGES) }));
  app.get("/:name", async (c) => {
    const state = PAGES[c.req.param("name")];
    if (state === undefined) return c.notFound();
    return c.html(await renderAnswerPage(state, contextOf(c.req.path, assets)), 200, { ...PAGE_HEADERS });
  });
  return app;
}

function contextOf(path: string, { css, js }: AnswerAssets): PageContext {
  return { words: en, path, host: "sess.example", secure: true, draftKey: path, assets: { css, js } };
}
