import { twinOf } from "@/components/answer/client/controls";
import { writeOffset } from "@/components/surface/fields/date-time/write-offset";

/** Tells a proposed moment in the reader's own time, and keeps the zone that of the device for the day chosen. */
export function localiseZones(form: HTMLFormElement): void {
  for (const zone of form.querySelectorAll<HTMLSelectElement>("select[data-zone]")) {
    const input = document.getElementById(zone.dataset["zone"] ?? "");
    if (!(input instanceof HTMLInputElement)) continue;
    if (form.dataset["posted"] === undefined) localise(input, zone);
    let byHand = form.dataset["posted"] !== undefined;
    zone.addEventListener("change", () => (byHand = true));
    const choosesAt = (local: string): void => void (byHand || choose(zone, offsetAt(new Date(local))));
    input.addEventListener("input", () => choosesAt(input.value));
    const twin = twinOf(input);
    // Of the ways to type a day, all engines read one: 2026/3/1 9:05.
    twin?.addEventListener("input", () => choosesAt(twin.value.replace(/[-.]/g, "/")));
  }
}

function localise(input: HTMLInputElement, zone: HTMLSelectElement): void {
  if (input.value === "") return void choose(zone, offsetAt(new Date()), true);
  const moment = new Date(`${input.value}${zone.value === "+00:00" ? "Z" : zone.value}`);
  const local = localText(moment);
  if (local === null || !choose(zone, offsetAt(moment), true)) return;
  input.defaultValue = input.value = local.slice(0, input.value.length);
}

/** null where the reader's calendar is beyond what the control can show. */
function localText(moment: Date): string | null {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  const year = local.getUTCFullYear();
  return year >= 1 && year <= 9999 ? local.toISOString() : null;
}

function offsetAt(moment: Date): string {
  return writeOffset(-moment.getTimezoneOffset());
}

/** False where the list has no such offset. As the default it counts as untouched. */
function choose(zone: HTMLSelectElement, offset: string, asDefault = false): boolean {
  const option = [...zone.options].find(({ value }) => value === offset);
  if (option === undefined) return false;
  if (asDefault) for (const other of zone.options) other.defaultSelected = other === option;
  option.selected = true;
  return true;
}
