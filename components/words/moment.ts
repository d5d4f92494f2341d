import { fill } from "@/components/words/fill";

/** The sentences a moment is told with; the page carries them to its script. */
export interface MomentWords {
  /** Locale that dates are written in, so that they match the sentences around them. */
  locale: string;
  today: string;
  tomorrow: string;
  yesterday: string;
  onDay: string;
  seconds: string;
  minutes: string;
  hours: string;
  days: string;
}

/**
 * "14:30 CET today". The server does not know where the reader is and says UTC; the page's script calls this again
 * without a zone, which is the reader's own.
 */
export function tellMoment(at: number, now: number, words: MomentWords, timeZone?: string): string {
  const clock = write(at, words, timeZone, { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
  const distance = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  if (distance === 0) return `${clock} ${words.today}`;
  if (distance === 1) return `${clock} ${words.tomorrow}`;
  if (distance === -1) return `${clock} ${words.yesterday}`;
  const day = write(at, words, timeZone, { weekday: "short", day: "numeric", month: "short" });
  return fill(words.onDay, { clock, day });
}

/** "12 min", "3 h", "2 days": the two-figure truth, rounded down so that it never promises time that is not there. */
export function tellSpan(ms: number, words: MomentWords): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return fill(words.seconds, { n: seconds });
  if (seconds < 3600) return fill(words.minutes, { n: Math.floor(seconds / 60) });
  if (seconds < 48 * 3600) return fill(words.hours, { n: Math.floor(seconds / 3600) });
  return fill(words.days, { n: Math.floor(seconds / 86_400) });
}

function write(
  at: number,
  words: MomentWords,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): string {
  return formatOf(words.locale, timeZone === undefined ? options : { ...options, timeZone }).format(at);
}

/** Days since the epoch on the reader's calendar. */
function dayNumber(at: number, timeZone: string | undefined): number {
  const options = timeZone === undefined ? {} : { timeZone };
  return Date.parse(`${formatOf("en-CA", options).format(at)}T00:00Z`) / 86_400_000;
}

/** Making a format costs more than the rest of a page; there are only a handful of them. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}
