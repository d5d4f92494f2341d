import { byId, theForm } from "@/components/answer/client/page";
import { wasPressed } from "@/components/answer/client/pressed";
import { controlsOf, isBox, isChanged, setValue, valueOf, type Control } from "@/components/answer/client/controls";

/** What lies on the device: values by control, and the words they are shown with once the question is closed. */
interface Draft {
  at: number;
  values: Record<string, string[]>;
  lines: [label: string, text: string][];
  /** It left this page, and nobody saw what became of it. */
  sent: boolean;
}

const PREFIX = "sess.draft.";
const KEPT_MS = 30 * 86_400_000;

/** Drafts are named by a digest of the link: whoever reads the device's storage does not get the link. */
function keyOf(): string {
  const { draft, revision } = document.body.dataset;
  return `${PREFIX}${draft}.${revision}`;
}

/** Saves the form as it stands, or forgets it when it is as it came. */
export function saveDraft(): void {
  const form = theForm();
  if (form === null || form.dataset["phase"] === "confirm") return;
  const draft = draftOf(form);
  attempt(() => {
    if (draft === null) localStorage.removeItem(keyOf());
    else localStorage.setItem(keyOf(), JSON.stringify(draft));
  });
}

export function forgetDraft(): void {
  attempt(() => localStorage.removeItem(keyOf()));
}

/** Puts a draft back where nobody has typed meanwhile, or shows it where it cannot be sent any more. */
export function restoreDraft(): void {
  attempt(forgetOldDrafts);
  const draft = readDraft();
  const form = theForm();
  if (form !== null) {
    if (draft !== null && form.dataset["posted"] === undefined && fillIn(form, draft)) {
      byId("draft")?.removeAttribute("hidden");
    }
  } else if (draft !== null) showUnsent(draft);
}

/** Shows what was typed and can no longer be sent, unless it is in the answer that counts. */
export function showUnsent({ lines, sent }: Pick<Draft, "lines" | "sent">): void {
  const slip = document.querySelector(".slip")?.textContent ?? "";
  if (sent && lines.some(([, text]) => slip.includes(text))) forgetDraft();
  else showLines(lines);
}

/** The form as it was filled in; null when nothing was. */
export function draftOf(form: HTMLFormElement): Draft | null {
  const controls = controlsOf(form);
  if (form.dataset["posted"] === undefined && !controls.some(isChanged)) return null;
  const values: Draft["values"] = {};
  const lines: Draft["lines"] = [];
  for (const control of controls) {
    const list = (values[control.name] ??= []);
    const value = valueOf(control);
    if (value === null) continue;
    list.push(value);
    const text = shownText(control);
    if (text.trim() !== "" && control.dataset["zone"] === undefined) lines.push([labelOf(control), text]);
  }
  return { at: Date.now(), values, lines, sent: wasPressed() };
}

/** True when the form says something new by it. */
export function fillIn(form: HTMLFormElement, { values }: Pick<Draft, "values">): boolean {
  let filled = false;
  for (const control of controlsOf(form)) {
    const kept = values[control.name];
    if (kept === undefined || isChanged(control)) continue;
    setValue(control, kept);
    filled ||= isChanged(control);
    if (control.name.endsWith(".typed") && control.value !== "") control.closest("details")?.setAttribute("open", "");
  }
  return filled;
}

function showLines(lines: Draft["lines"]): void {
  const section = byId("typed");
  const list = section?.querySelector("dl");
  if (!section || !list || lines.length === 0 || !section.hidden) return;
  for (const [label, text] of lines) {
    const row = list.appendChild(document.createElement("div"));
    row.className = "record-row";
    row.dir = "auto";
    append(row, "dt", label, "agent-text");
    append(row, "dd", text, "agent-text sent-value");
  }
  section.hidden = false;
  section.querySelector(".typed-kept")?.removeAttribute("hidden");
}

function append(row: HTMLElement, tag: "dt" | "dd", text: string, className: string): void {
  const element = row.appendChild(document.createElement(tag));
  element.className = className;
  element.textContent = text;
}

function shownText(control: Control): string {
  if (isBox(control)) return control.labels?.[0]?.textContent ?? control.value;
  return control instanceof HTMLSelectElement ? (control.selectedOptions[0]?.text ?? "") : control.value;
}

function labelOf(control: Control): string {
  const field = control.closest(".field");
  return field?.querySelector(".field-label .agent-text")?.textContent ?? "";
}

function readDraft(): Draft | null {
  return attempt(() => JSON.parse(localStorage.getItem(keyOf()) ?? "null")) ?? null;
}

function forgetOldDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const { at } = JSON.parse(localStorage.getItem(key) ?? "{}");
    if (!(at > Date.now() - KEPT_MS)) localStorage.removeItem(key);
  }
}

/** A device may refuse storage, or hold what an older page wrote: the form works without. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
