import type { StringFormat } from "./surface/surface.js";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?([Zz]|([+-])(\d{2}):(\d{2}))$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True when the text is what its format says, judged by the calendar too. */
export function fitsFormat(format: StringFormat, text: string): boolean {
  return CHECKS[format](text);
}

const CHECKS: Record<StringFormat, (text: string) => boolean> = {
  date: isDate,
  "date-time": isDateTime,
  email: isEmail,
  uri: isUri,
};

function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
}

/** RFC 3339 with its offset; second 60 only where UTC may insert one. */
function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (!parts || !isDate(parts[1] ?? "")) return false;
  const [hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = [2, 3, 4, 7, 8].map((i) =>
    Number(parts[i] ?? 0),
  );
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const east = parts[6] === "-" ? -1 : 1;
  const utcMinute = hour * 60 + minute - east * (offsetHour * 60 + offsetMinute);
  return (utcMinute + 2880) % 1440 === 1439;
}

const LOCAL = /^[^\s\p{C}"(),:;<>@[\\\].]+(?:\.[^\s\p{C}"(),:;<>@[\\\].]+)*$/u;
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const labels = text.slice(at + 1).split(".");
  if (at < 1 || local.length > 64 || text.length > 254 || !LOCAL.test(local)) return false;
  return labels.length >= 2 && labels.every((label) => label.length <= 63 && DOMAIN_LABEL.test(label));
}

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{C}"<>\\^`{|}]+$/u;
const WEB = /^https?:/i;
const WEB_WITH_HOST = /^https?:\/\/[^/?#]/i;

function isUri(text: string): boolean {
  if (!URI.test(text) || (WEB.test(text) && !WEB_WITH_HOST.test(text))) return false;
  return !/%(?![0-9A-Fa-f]{2})/.test(text) && URL.canParse(text);
}
