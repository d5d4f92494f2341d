import { byId, theForm } from "@/components/answer/client/page";
import {
  controlsOf,
  isBox,
  isChanged,
  setValue,
  twinOf,
  valueOf,
  type Control,
} from "@/components/answer/client/controls";
import { setUnheard, unheard } from "@/components/answer/client/unheard";

/** What lies on the device: values by control, and the words they are shown with once the question is closed. */
export interface Draft {
  at: number;
  values: Record<string, string[]>;
  lines: [label: string, text: string][];
  /** The form of an answer that left the page with it, until somebody hears what became of that. */
  sent: string | null;
}

const PREFIX = "sess.draft.";
const KEPT_MS = 30 * 86_400_000;

/** Drafts are named by a digest of the link: whoever reads the device's storage does not get the link. */
function keyOf(): string {
  const { draft, revision } = document.body.dataset;
  return `${PREFIX}${draft}.${revision}`;
}

/** What this page put on the device or took from there. What another tab put there since is not its own. */
let own: { key: string; stored: string; said: string } | null = null;

/** Saves the form as it stands where it says something new, or forgets it when it is as it came. */
export function saveDraft(): void {
  const form = theForm();
  if (form === null || form.dataset["phase"] === "confirm") return;
  const draft = draftOf(form);
  if (draft === null) forgetDraft();
  else if (own?.key !== keyOf() || own.said !== saidBy(draft)) keep(draft);
}

/** Puts a draft on the device as this page's own. */
export function keep(draft: Draft): void {
  attempt(() => {
    const key = keyOf();
    const stored = JSON.stringify(draft);
    localStorage.setItem(key, stored);
    own = { key, stored, said: saidBy(draft) };
  });
}

/** Forgets this page's own draft, and nobody else's. */
export function forgetDraft(): void {
  attempt(() => {
    if (own !== null && localStorage.getItem(own.key) === own.stored) localStorage.removeItem(own.key);
  });
  own = null;
}

/** Forgets the draft of the question that is shown, whoever put it on the device. */
export function dropDraft(): void {
  attempt(() => localStorage.removeItem(keyOf()));
  own = null;
}

/** Forgets what was typed for the questions before it. */
export function dropEarlier(): void {
  attempt(() => earlierKeys().forEach((key) => localStorage.removeItem(key)));
}

/** Puts a draft back where nobody has typed meanwhile, or shows it where it cannot be sent any more. */
export function restoreDraft(): void {
  attempt(forgetOldDrafts);
  const key = keyOf();
  if (own?.key !== key) own = null;
  const form = theForm();
  if (form !== null) attempt(showEarlier);
  const stored = attempt(() => localStorage.getItem(key)) ?? "";
  const draft = readDraft();
  if (draft === null) return;
  if (draft.sent !== null) setUnheard(draft.sent);
  if (form === null) {
    if (draft.sent === null) showLines(draft.lines);
  } else if (form.dataset["posted"] === undefined && fillIn(form, draft)) byId("draft")?.removeAttribute("hidden");
  const now = form === null ? null : draftOf(form);
  own = { key, stored, said: saidBy(now ?? draft) };
}

/** What was typed for an earlier question and not sent, beside the form of the one that followed. */
function showEarlier(): void {
  for (const key of earlierKeys()) {
    const draft = readDraft(key);
    if (draft?.sent === null) showLines(draft.lines);
  }
}

function earlierKeys(): string[] {
  const key = keyOf();
  const ofLink = key.slice(0, key.lastIndexOf(".") + 1);
  return Object.keys(localStorage).filter((name) => name.startsWith(ofLink) && name !== key);
}

function saidBy({ values, sent }: Draft): string {
  return JSON.stringify([values, sent]);
}

/** Whether a draft is what was sent, and nothing was typed after that. */
export function isAsSent({ values }: Draft, body: string): boolean {
  const sent = new URLSearchParams(body);
  return Object.entries(values).every(([name, list]) => list.join("\n") === sent.getAll(name).join("\n"));
}

/** The form as it was filled in; null when nothing was. */
export function draftOf(form: HTMLFormElement): Draft | null {
  const controls = controlsOf(form);
  const sent = unheard();
  if (form.dataset["posted"] === undefined && sent === null && !controls.some(isChanged)) return null;
  const values: Draft["values"] = {};
  const lines: Draft["lines"] = [];
  for (const control of controls) {
    const list = (values[control.name] ??= []);
    const value = valueOf(control);
    if (value === null) continue;
    list.push(value);
    const text = shownText(control, form);
    if (text.trim() !== "") lines.push([labelOf(control), text]);
  }
  return { at: Date.now(), values, lines, sent };
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

/** Shows what was typed and can no longer be sent; in place of what stands there only where that is asked for. */
export function showLines(lines: Draft["lines"], instead = false): void {
  const section = byId("typed");
  const list = section?.querySelector("dl");
  if (!section || !list || lines.length === 0 || !(section.hidden || instead)) return;
  list.replaceChildren();
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

/** "" for what another control of the same field says: a typed date beats the picked one, a zone belongs to its time. */
function shownText(control: Control, form: HTMLFormElement): string {
  if (isBox(control)) return control.labels?.[0]?.textContent ?? control.value;
  if (control.dataset["zone"] !== undefined) return "";
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.text ?? "";
  const zone = form.elements.namedItem(`${control.name}.zone`);
  if (control instanceof HTMLInputElement && (twinOf(control)?.value.trim() ?? "") !== "") return "";
  if (!(zone instanceof HTMLSelectElement) || control.value === "") return control.value;
  return `${control.value.replace("T", " ")} ${zone.selectedOptions[0]?.text ?? ""}`;
}

function labelOf(control: Control): string {
  const field = control.closest(".field");
  return field?.querySelector(".field-label .agent-text")?.textContent ?? "";
}

export function readDraft(key = keyOf()): Draft | null {
  return attempt(() => JSON.parse(localStorage.getItem(key) ?? "null")) ?? null;
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
