import { joinDateTime } from "@/components/surface/fields/date-time/offset";
import { fieldOfControl, isControlName, type Posted } from "@/components/surface/fields/control";

/** A form as it came: what was pressed, and what stands in its controls. */
export interface PostedForm {
  nonce: string;
  press: { kind: "answer"; actionId: string } | { kind: "extend" } | { kind: "back" } | { kind: "none" };
  /** By control name, to show again. */
  posted: Posted;
  /** Everything, in order, to send again. */
  entries: readonly (readonly [string, string])[];
}

export function readPostedForm(body: string): PostedForm {
  const data = new URLSearchParams(body);
  const actionId = data.getAll("action").find((value) => value !== "");
  const posted = new Map<string, string[]>();
  for (const [name, value] of data) {
    if (isControlName(name)) posted.set(name, [...(posted.get(name) ?? []), value]);
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
  const fields = new Map<string, string[]>();
  for (const [name, values] of Object.entries(posted)) {
    const { field, part } = fieldOfControl(name);
    if (part === null) fields.set(field, [...values]);
  }
  for (const [name, values] of Object.entries(posted)) {
    const { field, part } = fieldOfControl(name);
    const value = values.at(-1) ?? "";
    if (part === "typed" && value.trim() !== "") fields.set(field, [value]);
    if (part === "zone")
      fields.set(
        field,
        (fields.get(field) ?? []).map((local) => joinDateTime(local, value)),
      );
  }
  for (const [name, values] of Object.entries(posted)) {
    const { field, part } = fieldOfControl(name);
    const proposed = values.at(-1) ?? "";
    if (part === "proposed" && isSameMoment(fields.get(field)?.[0], proposed)) fields.set(field, [proposed]);
  }
  return Object.fromEntries(fields);
}

/** A proposal that was only told in another zone is unchanged. */
function isSameMoment(a: string | undefined, b: string): boolean {
  return a !== undefined && Date.parse(a) === Date.parse(b);
}
