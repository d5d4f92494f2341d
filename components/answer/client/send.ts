import { forgetDraft, readDraft, saveDraft } from "@/components/answer/client/draft";
import { isProgress, parse, path, pause, say, tell, theForm, words } from "@/components/answer/client/page";
import { clearRefused, showRefused } from "@/components/answer/client/refused";
import { showReply } from "@/components/answer/client/swap";
import { setUnheard, unheard } from "@/components/answer/client/unheard";
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
  clearRefused();
  say(words.sending);
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  body.append(button.name, button.value);
  const isAnswer = button.name === "action";
  const before = unheard();
  if (isAnswer) setUnheard(String(body));
  saveDraft();
  if (leaveToBrowser) return;
  event.preventDefault();
  await send(body, isAnswer, before);
  after();
}

/** The page is back, or its press came to nothing: the buttons work again. */
export function release(): void {
  pressed?.removeAttribute("aria-busy");
  pressed = null;
}

async function send(body: URLSearchParams, isAnswer: boolean, before: string | null): Promise<void> {
  const reply = await post(body);
  release();
  if ("why" in reply) {
    // The browser's own way leaves the page: only where what was typed lies on the device, too.
    leaveToBrowser = reply.why === "unheard" && navigator.onLine && readDraft() !== null;
    if (reply.sure && isAnswer) setUnheard(before);
    saveDraft();
    const title = isAnswer ? (reply.sure ? words.notSentTitle : words.maybeSentTitle) : words.notThroughTitle;
    const sentence = fill(words[reply.why], { span: tellSpan(reply.afterMs || SOME_MS, words) });
    return showRefused(title, reply.sure || reply.why !== "foreign" ? sentence : `${sentence} ${words.once}`);
  }
  tell("");
  if (isAnswer) setUnheard(null);
  if (reply.moved && isAnswer) forgetDraft();
  else saveDraft();
  showReply(reply.next);
}

/** Why a try came to nothing, whether nothing was done for sure, and when to try again. */
interface Trouble {
  why: "unheard" | "failed" | "busy" | "foreign" | "unknown" | "tooLarge" | "unreadable";
  sure: boolean;
  afterMs: number;
}

/** Sends, and sends the very same again while the network or the server cannot: the nonce makes it one answer. */
async function post(body: URLSearchParams): Promise<Reply | Trouble> {
  let worst: Trouble | null = null;
  for (const wait of [...TRIES, null]) {
    const reply = await attempt(body);
    if (!("why" in reply)) return reply;
    if (!PASSING.includes(reply.why)) return { ...reply, sure: reply.sure && worst?.sure !== false };
    if (worst === null || worst.sure || reply.why === "unheard") worst = reply;
    if (wait === null || reply.afterMs > LONGEST_WAIT_MS) return { ...worst, afterMs: reply.afterMs };
    tell(reply.why === "unheard" ? words.retrying : words.retryingServer);
    await pause(wait, reply.afterMs);
  }
  throw new Error("there is no last try");
}

const PASSING: readonly Trouble["why"][] = ["unheard", "failed", "busy"];

interface Reply {
  next: Document;
  moved: boolean;
}

async function attempt(body: URLSearchParams): Promise<Reply | Trouble> {
  try {
    const reply = await fetch(path, { method: "POST", body, signal: patience() });
    const { status, redirected } = reply;
    const afterMs = 1000 * (Number(reply.headers.get("Retry-After")) || 0);
    if (status === 429) return { why: "busy", sure: true, afterMs };
    if (status >= 500) return { why: "failed", sure: false, afterMs };
    const next = parse(await reply.text());
    if (isProgress(next)) return { next, moved: redirected };
    return { why: refusalOf(next, status), sure: status >= 400 && !redirected, afterMs };
  } catch {
    return { why: "unheard", sure: false, afterMs: 0 };
  }
}

/** A page of ours says by its status what failed; a proxy may refuse by the size, too. */
function refusalOf({ body }: Document, status: number): Trouble["why"] {
  if (status === 413) return "tooLarge";
  if (body.dataset["answerPage"] === undefined) return "foreign";
  return status === 404 ? "unknown" : "unreadable";
}

/** Older browsers have no such signal; there the network's own patience ends a try. */
function patience(): AbortSignal | null {
  return "timeout" in AbortSignal ? AbortSignal.timeout(PATIENCE_MS) : null;
}
