import { setClock, tick } from "@/components/answer/client/clock";
import { twinOf } from "@/components/answer/client/controls";
import { count, countAll } from "@/components/answer/client/count";
import { dropDraft, dropEarlier, restoreDraft, saveDraft } from "@/components/answer/client/draft";
import { onKey } from "@/components/answer/client/keys";
import { follow, stopFollowing, sync } from "@/components/answer/client/live";
import { byId, tell, theForm, words } from "@/components/answer/client/page";
import { isSending, onSubmit, release } from "@/components/answer/client/send";
import { prepareForm, settle } from "@/components/answer/client/swap";

// The form is whole without any of this: it only keeps, warns, retries and tells the news.

let saving: ReturnType<typeof setTimeout> | undefined;
let askedAt = 0;

function begin(): void {
  document.documentElement.classList.add("script-on");
  setClock(document.body.dataset["now"]);
  prepareForm();
  restoreDraft();
  countAll();
  settle().catch(() => undefined);
  clock();
  setInterval(clock, 1000);
  byId("problems")?.focus();
  // On a turn of its own, so that a press in between is not kept waiting.
  setTimeout(() => void follow(isSending));
}

function clock(): void {
  if (!document.hidden) tick(timeIsUp);
}

/** The server says what becomes of it; asked again only after a moment, since clocks differ a little. */
function timeIsUp(): void {
  if (isSending() || Date.now() - askedAt < 2000) return;
  askedAt = Date.now();
  refresh();
}

function refresh(): void {
  if (isSending() || document.body.dataset["version"] === undefined) return;
  sync()
    .then(settle)
    .then(clock, () => undefined);
}

function comeBack(): void {
  refresh();
  void follow(isSending);
}

addEventListener("submit", (event) => void onSubmit(event, comeBackAfterPress));

function comeBackAfterPress(): void {
  clock();
  void follow(isSending);
}

addEventListener("keydown", onKey);

addEventListener("input", ({ target }) => {
  clearTimeout(saving);
  saving = setTimeout(saveDraft, 300);
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) count(target);
  // What was typed goes before what was picked, and may be folded away: who picks means that.
  const twin = target instanceof HTMLInputElement && target.value !== "" ? twinOf(target) : null;
  if (twin !== null) twin.value = "";
});

addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || target.closest("[data-start-over]") === null) return;
  const form = theForm();
  const shown = target.closest("#draft, #typed");
  // Beside a form stands what was typed for an earlier question: the form is not meant.
  if (form !== null && shown?.id === "typed") dropEarlier();
  else {
    form?.reset();
    dropDraft();
  }
  shown?.setAttribute("hidden", "");
  byId("main")?.focus();
});

addEventListener("pagehide", () => {
  if (!isSending()) saveDraft();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) stopFollowing();
  else comeBack();
});

addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  release();
  comeBack();
});

addEventListener("offline", () => tell(words.offline));
addEventListener("online", () => {
  tell("");
  comeBack();
});

begin();
