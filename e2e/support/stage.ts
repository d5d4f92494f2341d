import { createGallery } from "@/e2e/support/gallery";
import { completeInteraction } from "@/lib/ask/verbs/complete-interaction";
import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { readResponse } from "@/lib/ask/verbs/read-response";
import { key, memoryApp } from "@/lib/ask/verbs/testing/memory-app";
import { withdrawInteraction } from "@/lib/ask/verbs/withdraw-interaction";
import { answerPageOf } from "@/lib/http/answer-page";
import { loadAssets } from "@/lib/http/answer-page/assets";
import { linkVerbs } from "@/lib/http/answer-page/link-verbs";
import { createRateLimits } from "@/lib/http/rate-limits";
import { isProtocolError, ProtocolError } from "@sess.si/protocol";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

// The answer page's own door and verbs on a store in RAM, with a clock and outages that a test moves. What needs the
// product as it is started is tested against that.

const realNow = Date.now;
let ahead = 0;
let stoppedAt: number | null = null;
Date.now = () => (stoppedAt ?? realNow()) + ahead;

const memory = memoryApp();
let isDown = false;
const store = new Proxy(memory.ask.store, {
  get(target, name) {
    if (isDown) throw new ProtocolError("unavailable", "The database does not answer.", { retryAfter: 1 });
    const value: unknown = Reflect.get(target, name);
    return typeof value === "function" ? value.bind(target) : value;
  },
});
const ask = { ...memory.ask, store };
const assets = loadAssets();
let limits = createRateLimits(Date.now);
const posts: { secret: string; at: number }[] = [];

const app = new Hono();
app.route("/gallery", createGallery(assets));
app.route("/control", createControl());
app.route(
  "/",
  answerPageOf({
    verbs: linkVerbs({ ask }),
    assets,
    origin: "https://sess.test",
    log: { error: (detail, message) => process.stderr.write(`${message} ${String(Object.values(detail)[0])}\n`) },
    draftKey: (secret) => memory.ask.links.digest(secret).slice(0, 16),
    admitAddress: () => () => undefined,
    admitLook: () => () => undefined,
    admitPost(secret) {
      posts.push({ secret, at: realNow() });
      limits.countLinkPost(secret);
    },
  }),
);

function createControl(): Hono {
  const control = new Hono();
  const agent = memory.as(key());
  control.onError((error, c) =>
    c.json(isProtocolError(error) ? { ...error, message: error.message } : String(error), 500),
  );
  control.post("/ask", async (c) => {
    const { interaction } = await createInteraction(agent, { body: await c.req.json() });
    return c.json({ id: interaction.id, path: new URL(interaction.humanUrl).pathname });
  });
  control.post("/publish/:id", async (c) => {
    const id = c.req.param("id");
    const { interaction } = await readResponse(agent, id, { wait_ms: "0" });
    const body = { response_event_id: interaction.response?.eventId, interaction: await c.req.json() };
    const ifMatch = `"${interaction.revision}"`;
    return c.json(
      await publishRevision(agent, id, { body, ifMatch, idempotencyKey: `publish-${id}-${interaction.revision}` }),
    );
  });
  control.post("/complete/:id", async (c) => {
    const id = c.req.param("id");
    const { interaction } = await readResponse(agent, id, { wait_ms: "0" });
    const body = { response_event_id: interaction.response?.eventId };
    return c.json(
      await completeInteraction(agent, id, { body, ifMatch: `"${interaction.revision}"`, idempotencyKey: id }),
    );
  });
  control.post("/pick-up/:id", async (c) => c.json(await readResponse(agent, c.req.param("id"), { wait_ms: "0" })));
  control.post("/withdraw/:id", async (c) => c.json(await withdrawInteraction(agent, c.req.param("id"), {})));
  control.post("/advance/:ms", (c) => c.json((ahead += Number(c.req.param("ms")))));
  control.post("/clock/:does", (c) => c.json((stoppedAt = c.req.param("does") === "stops" ? realNow() : null)));
  control.post("/down/:is", (c) => c.json((isDown = c.req.param("is") === "true")));
  control.post("/limits", (c) => c.json(String((limits = createRateLimits(Date.now)))));
  control.get("/posts/:secret", (c) => c.json(posts.filter(({ secret }) => secret === c.req.param("secret")).length));
  return control;
}

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 0), hostname: "127.0.0.1" }, ({ port }) => {
  process.stdout.write(`Stage: http://127.0.0.1:${port}\n`);
});
