import { byId, say, words } from "@/components/answer/client/page";
import { fill } from "@/components/words/fill";
import { tellMoment, tellSpan } from "@/components/words/moment";

/** How far the server's clock is ahead of this device's. */
let ahead = 0;
let warnedFor = "";

/** Reads the server's clock off a page that just came. */
export function setClock(now: string | undefined): void {
  if (now !== undefined) ahead = Number(now) - Date.now();
}

/** Tells every moment in the reader's own time, counts down, and warns before the end. */
export function tick(timeIsUp: () => void): void {
  const now = Date.now() + ahead;
  for (const element of document.querySelectorAll<HTMLElement>("[data-moment]")) {
    write(element, tellMoment(Number(element.dataset["moment"]), now, words, minutesEast));
  }
  for (const element of document.querySelectorAll<HTMLElement>("[data-span]")) {
    write(element, fill(words.inSpan, { span: tellSpan(Number(element.dataset["span"]) - now, words) }));
  }
  const deadline = byId("deadline");
  if (deadline !== null) warn(deadline, Number(deadline.dataset["deadline"]) - now, timeIsUp);
}

function minutesEast(at: number): number {
  return -new Date(at).getTimezoneOffset();
}

function warn(element: HTMLElement, left: number, timeIsUp: () => void): void {
  if (left <= 0) return timeIsUp();
  const near = left <= Number(element.dataset["warn"]);
  element.classList.toggle("deadline-near", near);
  const deadline = element.dataset["deadline"] ?? "";
  if (!near || warnedFor === deadline) return;
  warnedFor = deadline;
  const sentence = element.querySelector("button") === null ? words.announceLast : words.announce;
  say(fill(sentence, { span: tellSpan(left, words) }));
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
