import { joinDateTime } from "@/components/surface/fields/date-time/offset";
import {
  controlName,
  type ControlPart,
  fieldOfControl,
  isControlName,
  type Posted,
} from "@/components/surface/fields/control";
import { fitsFormat, LIMITS } from "@sess.si/protocol";

/** A form as it came: what was pressed, and what stands in its controls. */
export interface PostedForm {
  nonce: string;
  press: { kind: "answer"; actionId: string } | { kind: "extend" } | { kind: "back" } | { kind: "none" };
  /** By control name, to show again. */
  posted: Posted;
  /** Everything, in order, to send again. */
  entries: readonly (readonly [string, string])[];
}

/** More than any form of ours has, before anything of it is read: entries cost far more than their bytes. */
export function hasTooManyEntries(body: Buffer): boolean {
  let entries = 1;
  for (let at = body.indexOf(AMPERSAND); at >= 0; at = body.indexOf(AMPERSAND, at + 1)) entries += 1;
  return entries > LIMITS.formEntries;
}

const AMPERSAND = 0x26;

/** Reads a form's body, in time that grows with its length alone. */
export function readPostedForm(body: string): PostedForm {
  const data = new URLSearchParams(body);
  const actions = new Set(data.getAll("action").filter((value) => value !== ""));
  // Two buttons at once are a choice for the person to make.
  const actionId = actions.size === 1 ? [...actions][0] : undefined;
  const posted = new Map<string, string[]>();
  for (const [name, value] of data) {
    if (!isControlName(name)) continue;
    const values = posted.get(name);
    if (values === undefined) posted.set(name, [value]);
    else values.push(value);
  }
  return {
    nonce: data.get("nonce") ?? "",
    press: pressOf(data, actionId),
    posted: Object.fromEntries(posted),
    entries: [...data],
  };
}

function pressOf(data: URLSearchParams, actionId: string | undefined): PostedForm["press"] {
  if (data.has("back")) return { kind: "back" };
  if (data.has("extend")) return { kind: "extend" };
  return actionId === undefined ? { kind: "none" } : { kind: "answer", actionId };
}

/** The answer's values by field: a date that was typed goes before the picked one, a time gets its zone. */
export function fieldsOfForm(posted: Posted): Record<string, string[]> {
  const names = new Set(Object.keys(posted).map((name) => fieldOfControl(name).field));
  return Object.fromEntries([...names].map((field) => [field, valuesOf(posted, field)]));
}

function valuesOf(posted: Posted, field: string): string[] {
  const lastOf = (part: ControlPart) => posted[controlName(field, part)]?.at(-1);
  const typed = lastOf("typed") ?? "";
  const picked = typed.trim() === "" ? (posted[controlName(field)] ?? []) : [typed];
  const zone = lastOf("zone");
  const values = zone === undefined ? [...picked] : picked.map((local) => joinDateTime(local, zone));
  const proposed = lastOf("proposed");
  return proposed !== undefined && isSameMoment(values[0], proposed) ? [proposed] : values;
}

/** A proposal that was only told in another zone is unchanged. Engines read far more for a moment than the contract does. */
function isSameMoment(a: string | undefined, b: string): boolean {
  return a !== undefined && fitsFormat("date-time", a) && Date.parse(a) === Date.parse(b);
}
