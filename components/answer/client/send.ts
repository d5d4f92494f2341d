import { forgetDraft, saveDraft } from "@/components/answer/client/draft";
import { path, pause, say, tell, theForm, words } from "@/components/answer/client/page";
import { showReply } from "@/components/answer/client/swap";
import { setUnheard } from "@/components/answer/client/unheard";
import { fill } from "@/components/words/fill";
import { tellSpan } from "@/components/words/moment";

type Button = HTMLButtonElement;

/** Between tries, in ms; then the person decides. */
const TRIES = [500, 1500, 3000, 6000];
const PATIENCE_MS = 20_000;
/** A server that wants more than this is left alone until the person presses again. */
const LONGEST_WAIT_MS = 30_000;
/** What is said where the server does not say when. */
const SOME_MS = 5_000;

let pressed: Button | null = null;
/** After our own way failed, the next press is left to the browser. */
let leaveToBrowser = false;

export function isSending(): boolean {
  return pressed !== null;
}

/** A press of a button of the form. The first one counts; what it sends is read before anything can be pressed again. */
export async function onSubmit(event: SubmitEvent, after: () => void): Promise<void> {
  const form = theForm();
  const button = event.submitter;
  if (form === null || event.target !== form || !(button instanceof HTMLButtonElement)) return;
  if (pressed !== null) return event.preventDefault();
  pressed = button;
  button.setAttribute("aria-busy", "true");
  say(words.sending);
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  body.append(button.name, button.value);
  const isAnswer = button.name === "action";
  if (isAnswer) setUnheard(String(body));
  saveDraft();
  if (leaveToBrowser) return;
  event.preventDefault();
  await send(body, isAnswer);
  after();
}

/** The page is back, or its press came to nothing: the buttons work again. */
export function release(): void {
  pressed?.removeAttribute("aria-busy");
  pressed = null;
}

async function send(body: URLSearchParams, isAnswer: boolean): Promise<void> {
  const reply = await post(body);
  release();
  if ("why" in reply) {
    leaveToBrowser = reply.why === "lost" && navigator.onLine;
    return tell(fill(SENTENCES[reply.why], { span: tellSpan(reply.afterMs || SOME_MS, words) }));
  }
  tell("");
  if (isAnswer) setUnheard(null);
  if (reply.moved && isAnswer) forgetDraft();
  else saveDraft();
  showReply(reply.html);
}

/** Why a try came to nothing. Only `busy` says that nothing was done; after it comes when to try again. */
interface Trouble {
  why: "lost" | "failed" | "busy";
  afterMs: number;
}

const SENTENCES = { lost: words.unheard, failed: words.failed, busy: words.busy };

/** Sends, and sends the very same again while the network or the server cannot: the nonce makes it one answer. */
async function post(body: URLSearchParams): Promise<Reply | Trouble> {
  let worst: Trouble["why"] = "busy";
  for (const wait of [...TRIES, null]) {
    const reply = await attempt(body);
    if (!("why" in reply)) return reply;
    if (worst === "busy" || reply.why === "lost") worst = reply.why;
    if (wait === null || reply.afterMs > LONGEST_WAIT_MS) return { ...reply, why: worst };
    tell(reply.why === "lost" ? words.retrying : words.retryingServer);
    await pause(wait, reply.afterMs);
  }
  throw new Error("there is no last try");
}

interface Reply {
  html: string;
  moved: boolean;
}

async function attempt(body: URLSearchParams): Promise<Reply | Trouble> {
  try {
    const reply = await fetch(path, { method: "POST", body, signal: patience() });
    if (reply.status < 500 && reply.status !== 429) return { html: await reply.text(), moved: reply.redirected };
    const afterMs = 1000 * (Number(reply.headers.get("Retry-After")) || 0);
    return { why: reply.status === 429 ? "busy" : "failed", afterMs };
  } catch {
    return { why: "lost", afterMs: 0 };
  }
}

/** Older browsers have no such signal; there the network's own patience ends a try. */
function patience(): AbortSignal | null {
  return "timeout" in AbortSignal ? AbortSignal.timeout(PATIENCE_MS) : null;
}
