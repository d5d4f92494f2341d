import { byId, say, words } from "@/components/answer/client/page";
import { fill } from "@/components/words/fill";

let saying: ReturnType<typeof setTimeout> | undefined;

/** Counts code points, as the limit does, and says so only near it; a screen reader hears it after a pause, once somebody types. */
export function count(control: HTMLInputElement | HTMLTextAreaElement, typing = true): void {
  const limit = Number(control.dataset["count"]);
  const line = byId(`${control.id}.count`);
  if (line === null || !(limit > 0)) return;
  const left = limit - [...control.value.normalize()].length;
  const near = left <= Math.max(10, limit / 10) && control.value !== "";
  line.hidden = !near;
  line.classList.toggle("field-count-over", left < 0);
  if (!near) return;
  line.textContent = fill(left < 0 ? words.over : words.left, { n: Math.abs(left) });
  if (!typing) return;
  clearTimeout(saying);
  saying = setTimeout(() => say(line.textContent ?? ""), 1000);
}

/** What stands in the fields of a form that just came. */
export function countAll(): void {
  for (const control of document.querySelectorAll<HTMLInputElement>("[data-count]")) count(control, false);
}
