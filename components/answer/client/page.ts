import type { MomentWords } from "@/components/words/moment";
import type { ScriptWords } from "@/components/answer/script-words";

/** What the server wrote into the page for its script. */
export const words: ScriptWords & MomentWords = JSON.parse(document.body.dataset["words"] ?? "{}");

export const path = location.pathname;

export function byId(id: string): HTMLElement | null {
  return document.getElementById(id);
}

export function theForm(): HTMLFormElement | null {
  const form = byId("form");
  return form instanceof HTMLFormElement ? form : null;
}

/** Says something to a screen reader, politely; the same words twice are said twice. */
export function say(text: string): void {
  const said = byId("said");
  if (said === null) return;
  said.textContent = said.textContent === text ? `${text}\u00a0` : text;
}

/** Held here, since it is taken off the page with whatever it stands in. */
const line = byId("line");

/** A line about the connection, beside the buttons; "" takes it away. */
export function tell(text: string): void {
  if (line === null) return;
  if (text !== "") say(text);
  line.textContent = text;
  line.hidden = text === "";
  const place = document.querySelector(".actions") ?? byId("main");
  if (line.parentElement !== place) place?.append(line);
}

/**
 * Waits, at least as long as the server asked for; else shorter when the connection comes back. The random part keeps
 * many pages from coming back as one.
 */
export function pause(ms: number, atLeastMs = 0): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, atLeastMs + ms * (0.5 + Math.random()));
    if (atLeastMs === 0) addEventListener("online", end);
  });
}
