import { writeOffset } from "@/components/surface/fields/date-time/write-offset";

const MINUTES_OFF_THE_HOUR = [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765];

/** Every offset from UTC that is in use, west to east. */
export const OFFSETS: readonly string[] = [
  ...Array.from({ length: 27 }, (_, index) => (index - 12) * 60),
  ...MINUTES_OFF_THE_HOUR,
]
  .sort((a, b) => a - b)
  .map(writeOffset);

const RFC3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** What the two controls show for a moment. An offset that nobody uses is shown in UTC. */
export function splitDateTime(moment: string): { local: string; zone: string } {
  const parts = RFC3339.exec(moment);
  if (parts === null) return { local: "", zone: "+00:00" };
  const [, date = "", clock = "", seconds = "", fraction = "", offset = ""] = parts;
  const zone = /^z$/i.test(offset) ? "+00:00" : offset;
  const exact = `${seconds === ":00" && fraction === "" ? "" : seconds}${fraction.slice(0, 4)}`;
  if (OFFSETS.includes(zone)) return { local: `${date}T${clock}${exact}`, zone };
  return { local: new Date(moment).toISOString().slice(0, 16), zone: "+00:00" };
}

/** The moment that the two controls say, or what was typed when they say none. */
export function joinDateTime(local: string, zone: string): string {
  const text = local.trim();
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return text;
  const withSeconds = /T?\d\d:\d\d$/.test(text.slice(11)) && text.length === 16 ? `${text}:00` : text;
  return `${withSeconds.replace(" ", "T")}${zone === "+00:00" ? "Z" : zone}`;
}
