import { writeOffset } from "@/components/surface/fields/date-time/write-offset";

const MINUTES_OFF_THE_HOUR = [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765];

/** Every offset from UTC that is in use, west to east. */
export const OFFSETS: readonly string[] = [
  ...Array.from({ length: 27 }, (_, index) => (index - 12) * 60),
  ...MINUTES_OFF_THE_HOUR,
]
  .sort((a, b) => a - b)
  .map(writeOffset);

/** The list with these in it too: a proposal, and a form that comes back, keep the offset they were written with. */
export function offsetsWith(...more: string[]): string[] {
  const offsets = new Set([...OFFSETS, ...more.filter((offset) => OFFSET.test(offset))]);
  return [...offsets].sort((a, b) => minutesOf(a) - minutesOf(b));
}

const OFFSET = /^[+-]([01]\d|2[0-3]):[0-5]\d$/;

function minutesOf(offset: string): number {
  const size = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  return offset.startsWith("-") ? -size : size;
}

const RFC3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** What the two controls show for a moment, in the offset it was written with. */
export function splitDateTime(moment: string): { local: string; zone: string } {
  const parts = RFC3339.exec(moment);
  if (parts === null) return { local: "", zone: "+00:00" };
  const [, date = "", clock = "", seconds = "", fraction = "", offset = ""] = parts;
  const exact = `${seconds === ":00" && fraction === "" ? "" : seconds}${fraction.slice(0, 4)}`;
  return { local: `${date}T${clock}${exact}`, zone: /^(z|-00:00)$/i.test(offset) ? "+00:00" : offset };
}

/** The moment that the two controls say, or what was typed when they say none. */
export function joinDateTime(local: string, zone: string): string {
  const text = local.trim();
  const parts = WITHOUT_ZONE.exec(text);
  if (parts === null) return text;
  const [, date = "", clock = "", seconds = ":00"] = parts;
  return `${date}T${clock.padStart(5, "0")}${seconds}${zone === "+00:00" ? "Z" : zone}`;
}

/** As a control writes it, or as a date is typed: year first, in any of its spellings. */
const WITHOUT_ZONE = /^(\d{4}[-/.]\d\d?[-/.]\d\d?)\.?[T ](\d\d?:\d\d)(:\d\d(?:\.\d+)?)?$/;
