import { controlsOf } from "@/components/answer/client/controls";
import { theForm } from "@/components/answer/client/page";

/** Enter in a line of text goes on to the next field and never answers; with Ctrl or Cmd it presses the first button. */
export function onKey(event: KeyboardEvent): void {
  const form = theForm();
  if (event.key !== "Enter" || event.isComposing || event.keyCode === COMPOSING || form === null) return;
  const control = event.target;
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>(".actions > button");
    if (button !== null) form.requestSubmit(button);
  } else if (control instanceof HTMLInputElement) {
    event.preventDefault();
    const controls = controlsOf(form);
    const next = controls.slice(controls.indexOf(control) + 1).find(({ name }) => name !== control.name);
    if (next === undefined) control.blur();
    else next.focus();
  }
}

/** What browsers without `isComposing` on the last key of a composition send. */
const COMPOSING = 229;
