import { fill } from "@/components/words/fill";

/** The sentences a moment is told with; the page carries them to its script. */
export interface MomentWords {
  today: string;
  tomorrow: string;
  yesterday: string;
  onDay: string;
  /** From Sunday on, and from January on, with blanks between. */
  weekdays: string;
  months: string;
  seconds: string;
  minutes: string;
  hours: string;
  days: string;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * "14:30 UTC+1 today". The server does not know where the reader is and says UTC; the page's script calls this again
 * with the reader's own minutes east of it. Written without `Intl`, whose first use stops a phone for a tenth of a
 * second and more.
 */
export function tellMoment(at: number, now: number, words: MomentWords, minutesEast = (_at: number) => 0): string {
  const there = (moment: number) => new Date(moment + minutesEast(moment) * MINUTE);
  const day = there(at);
  const clock = `${day.toISOString().slice(-13, -8)} ${tellZone(minutesEast(at))}`;
  const distance = Math.floor(day.getTime() / DAY) - Math.floor(there(now).getTime() / DAY);
  if (distance === 0) return `${clock} ${words.today}`;
  if (distance === 1) return `${clock} ${words.tomorrow}`;
  if (distance === -1) return `${clock} ${words.yesterday}`;
  const weekday = words.weekdays.split(" ")[day.getUTCDay()] ?? "";
  const month = words.months.split(" ")[day.getUTCMonth()] ?? "";
  return fill(words.onDay, { clock, weekday, day: day.getUTCDate(), month });
}

/** "UTC", "UTC+1", "UTC-3:30". */
function tellZone(minutesEast: number): string {
  const size = Math.abs(minutesEast);
  const hours = Math.floor(size / 60);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  return size === 0 ? "UTC" : `UTC${minutesEast < 0 ? "-" : "+"}${hours}${rest}`;
}

/** "12 min", "3 h 5 min", "2 days": rounded down, so that it never promises time that is not there. */
export function tellSpan(ms: number, words: MomentWords): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return fill(words.seconds, { n: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return fill(words.minutes, { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return fill(words.days, { n: Math.floor(hours / 24) });
  const told = fill(words.hours, { n: hours });
  // A few hours are planned to the minute; a day is not.
  return hours >= 10 || minutes % 60 === 0 ? told : `${told} ${fill(words.minutes, { n: minutes % 60 })}`;
}
