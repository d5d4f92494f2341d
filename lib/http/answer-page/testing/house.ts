import { createInteraction } from "@/lib/ask/verbs/create-interaction";
import { getInteraction } from "@/lib/ask/verbs/get-interaction";
import { publishRevision } from "@/lib/ask/verbs/publish-revision";
import { key, memoryApp } from "@/lib/ask/verbs/testing/memory-app";
import { answerPageOf } from "@/lib/http/answer-page";
import { ASSETS_PATH } from "@/lib/http/answer-page/assets";
import { zip } from "@/lib/http/answer-page/gzip";
import { linkVerbs } from "@/lib/http/answer-page/link-verbs";

const interaction = {
  mode: "interactive",
  title: "Secret <title>?",
  source: {
    kind: "sess_surface",
    components: [{ type: "field", name: "message", label: "Message", schema: { type: "string", minLength: 1 } }],
  },
  actions: [
    { id: "approve", label: "Approve", intent: "approve" },
    { id: "stop", label: "Stop", intent: "reject" },
  ],
};

const plain = new TextEncoder().encode("main{}");
const STYLE = { type: "text/css", plain, gzip: zip(plain) };
/** One style, no script. */
export const assets = {
  css: `${ASSETS_PATH}page-1.css`,
  js: `${ASSETS_PATH}page-1.js`,
  read: (name: string) => (name === "page-1.css" ? STYLE : null),
};

/** The answer page on a store in RAM, with one question that waits. */
export async function house(origin = "https://sess.test") {
  const { ask, as } = memoryApp();
  const errors: object[] = [];
  const door = {
    verbs: linkVerbs({ ask }),
    assets,
    origin,
    log: { error: (detail: object) => void errors.push(detail) },
    draftKey: (secret: string) => `draft of ${secret.length}`,
    admitAddress: () => () => undefined as void,
    admitLook: () => () => undefined as void,
    admitPost: () => undefined as void,
  };
  const created = await createInteraction(as(key()), { body: { interaction, expires_in: 3600 } });
  const path = new URL(created.interaction.humanUrl).pathname;
  const send = (init?: RequestInit, at = path) => answerPageOf(door).request(at, init);
  const post = (form: Record<string, string>) => send({ method: "POST", body: new URLSearchParams(form) });
  const nonce = async () =>
    /name="nonce" value="([^"]+)"/.exec(await (await send()).text())?.[1]?.replaceAll("&quot;", '"') ?? "";
  /** The agent takes the answer and asks this next. */
  const askNext = async (next: object) => {
    const agent = as(key());
    const { id } = created.interaction;
    const { answers } = (await getInteraction(agent, id)).interaction;
    const body = { response_event_id: answers.at(-1)?.eventId, interaction: { ...interaction, ...next } };
    await publishRevision(agent, id, { ifMatch: `"${answers.length}"`, body });
  };
  return { door, errors, path, send, post, nonce, askNext };
}
