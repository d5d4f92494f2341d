import { setClock } from "@/components/answer/client/clock";
import { countAll } from "@/components/answer/client/count";
import {
  type Draft,
  draftOf,
  fillIn,
  forgetDraft,
  isAsSent,
  keep,
  readDraft,
  restoreDraft,
  saveDraft,
  showLines,
} from "@/components/answer/client/draft";
import { byId, isProgress, parse, say, theForm, words } from "@/components/answer/client/page";
import { hear, unheard } from "@/components/answer/client/unheard";
import { localiseZones } from "@/components/answer/client/zones";

const STATE = ["version", "key", "now", "revision"];

/** What an own press brought: it is shown, and the focus goes to what it says. */
export function showReply(next: Document): void {
  if (isSameForm(next) && !next.getElementById("problems") && next.getElementById("notice")) refreshTime(next);
  else {
    const form = theForm();
    const old = form === null || isSameQuestion(next) ? null : draftOf(form);
    replaceMain(next);
    // The server knows the names of the old question's fields, this page their labels.
    if (old !== null) showLines(old.lines, true);
    const target = ["problems", "confirm-title", "ending", "notice"].map(byId).find((element) => element !== null);
    const place = target ?? byId("main");
    place?.focus();
    scrollTo(0, 0);
  }
}

/** What happened elsewhere: it is shown and said, nothing that was typed is lost, and the focus stays. */
export async function showNews(html: string): Promise<void> {
  const next = parse(html);
  if (!isProgress(next)) throw new Error("not a page of ours");
  if (next.body.dataset["key"] === document.body.dataset["key"] && next.body.dataset["key"] !== undefined) return;
  if (isSameForm(next)) return refreshTime(next, false);
  const isOpen = next.getElementById("form") !== null;
  const sent = theForm() === null || (isOpen && isSameQuestion(next)) ? null : unheard();
  const heard = sent === null ? null : await hear(sent);
  const form = theForm();
  const typed = form === null ? null : draftOf(form);
  const isSent = heard?.isOurs === true && typed !== null && isAsSent(typed, sent ?? "");
  if (isSent) forgetDraft();
  else saveDraft();
  showPage(heard?.isOurs === false && !isOpen ? parse(heard.html) : next, isSent ? null : typed);
}

function showPage(next: Document, draft: Draft | null): void {
  const hadForm = theForm() !== null;
  const sameQuestion = hadForm && isSameQuestion(next);
  const focused = document.activeElement?.id ?? "";
  const wasRestored = byId("draft")?.hidden === false;
  replaceMain(next);
  const arrived = theForm();
  if (draft !== null && arrived !== null && sameQuestion) {
    fillIn(arrived, draft);
    // What was here all the time is not back.
    if (!wasRestored) byId("draft")?.setAttribute("hidden", "");
    countAll();
  } else if (draft !== null) showLines(draft.lines);
  const place = (focused === "" ? null : byId(focused)) ?? byId("ending") ?? byId("main");
  if (focused !== "") place?.focus({ preventScroll: true });
  if (arrived !== null && !sameQuestion) arrived.classList.add("arriving");
  say(arrived !== null && !hadForm ? words.followUp : (byId("ending")?.textContent ?? words.changed));
}

/** On a closed page: whether what the device sent unheard is the answer that it shows. */
export async function settle(): Promise<void> {
  const sent = unheard();
  const draft = readDraft();
  if (sent === null || draft === null || theForm() !== null) return;
  const { isOurs, html } = await hear(sent);
  if (isOurs && isAsSent(draft, sent)) return forgetDraft();
  keep({ ...draft, sent: null });
  if (isOurs) showLines(draft.lines);
  else replaceMain(parse(html));
}

function isSameQuestion(next: Document): boolean {
  return next.body.dataset["revision"] === document.body.dataset["revision"];
}

function isSameForm(next: Document): boolean {
  const [mine, theirs] = [theForm(), next.getElementById("form")];
  return mine !== null && theirs !== null && formState(mine) === formState(theirs);
}

function formState({ dataset }: HTMLElement): string {
  return `${dataset["revision"]} ${dataset["phase"]}`;
}

/** Only the time changed: the form, and whoever is typing into it, is left alone. */
function refreshTime(next: Document, pressed = true): void {
  takeState(next);
  const focused = document.activeElement?.closest("#deadline") !== null;
  const deadline = next.getElementById("deadline");
  if (deadline !== null) byId("deadline")?.replaceWith(deadline);
  const nonce = next.querySelector<HTMLInputElement>("[name=nonce]");
  const notice = next.getElementById("notice");
  if (pressed && nonce !== null) document.querySelector("[name=nonce]")?.setAttribute("value", nonce.value);
  if (!pressed || notice === null) return;
  byId("notice")?.remove();
  byId("form")?.querySelector(".asked")?.before(notice);
  if (focused) byId("deadline")?.querySelector("button")?.focus();
  say(notice.textContent ?? "");
}

/** What was typed for an earlier question, to copy from; also where the device keeps nothing. */
let copy: HTMLElement | null = null;

function replaceMain(next: Document): void {
  const main = next.getElementById("main");
  if (main === null) return;
  takeState(next);
  document.title = next.title;
  const shown = byId("typed");
  if (shown !== null) copy = shown.hidden ? null : shown;
  byId("main")?.replaceWith(main);
  prepareForm();
  restoreDraft();
  countAll();
  const place = byId("typed");
  if (copy !== null && place?.hidden && theForm() !== null) place.replaceWith(copy);
}

function takeState(next: Document): void {
  for (const name of STATE) {
    const value = next.body.dataset[name];
    if (value === undefined) delete document.body.dataset[name];
    else document.body.dataset[name] = value;
  }
  setClock(next.body.dataset["now"]);
}

/** What every form gets when it arrives. */
export function prepareForm(): void {
  const form = theForm();
  if (form !== null) localiseZones(form);
}
