import { UsageError } from "./exit-codes.js";

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `90`, `90s`, `30m`, `2h`, `1h30m`, `7d` as seconds. */
export function parseDuration(flag: string, text: string): number {
  const parts = [...text.matchAll(/(\d{1,9})([smhd])/g)];
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : parts.reduce((sum, [, count, unit]) => sum + Number(count) * (SECONDS[unit ?? ""] ?? 0), 0);
  const isWhole = /^\d{1,9}$/.test(text) || (parts.length > 0 && parts.map(([part]) => part).join("") === text);
  if (isWhole && seconds > 0) return seconds;
  throw new UsageError(`--${flag} takes a time such as 90s, 30m, 2h or 7d, not "${text}".`);
}

/** Seconds as they are typed: `30d`, `1h30m`. */
export function typedDuration(seconds: number): string {
  let rest = seconds;
  const parts = Object.entries(SECONDS)
    .toReversed()
    .map(([unit, length]) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return count === 0 ? "" : `${count}${unit}`;
    });
  return parts.join("") || "0s";
}

/** `34 s`, `2 min`, `1 h 5 min`. */
export function showDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** `14:30` today, `Tue 3 Mar 14:30` on another day, by the local clock. */
export function showMoment(at: number, now: number): string {
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at);
  if (new Date(at).toDateString() === new Date(now).toDateString()) return time;
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" }).format(at);
  return `${day.replace(",", "")} ${time}`;
}
