import { forgetDraft, saveDraft } from "@/components/answer/client/draft";
import { path, pause, say, tell, theForm, words } from "@/components/answer/client/page";
import { setPressed } from "@/components/answer/client/pressed";
import { showReply } from "@/components/answer/client/swap";

type Button = HTMLButtonElement;

/** Between tries, in ms; then the person decides. */
const TRIES = [500, 1500, 3000, 6000];
const PATIENCE_MS = 20_000;

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
  setPressed(true);
  saveDraft();
  if (leaveToBrowser) return;
  event.preventDefault();
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  body.append(button.name, button.value);
  await send(body, button.name === "action");
  after();
}

/** The page is back, or its press came to nothing: the buttons work again. */
export function release(): void {
  pressed?.removeAttribute("aria-busy");
  pressed = null;
}

async function send(body: URLSearchParams, isAnswer: boolean): Promise<void> {
  try {
    const reply = await post(body);
    const html = await reply.text();
    tell("");
    setPressed(false);
    release();
    if (reply.redirected && isAnswer) forgetDraft();
    showReply(html);
  } catch {
    release();
    leaveToBrowser = navigator.onLine;
    tell(words.notSent);
  }
}

/** Older browsers have no such signal; there the network's own patience ends a try. */
function patience(): AbortSignal | null {
  return "timeout" in AbortSignal ? AbortSignal.timeout(PATIENCE_MS) : null;
}

/** Sends, and sends the very same again while the network or the server cannot: the nonce makes it one answer. */
async function post(body: URLSearchParams): Promise<Response> {
  for (const wait of [...TRIES, null]) {
    try {
      const reply = await fetch(path, { method: "POST", body, signal: patience() });
      if (reply.status < 500 && reply.status !== 429) return reply;
    } catch (error) {
      if (wait === null) throw error;
    }
    if (wait === null) break;
    tell(words.retrying);
    await pause(wait);
  }
  throw new Error("not sent");
}
