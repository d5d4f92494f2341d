const MOMENT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(\.\d+)?(?:([Zz]|[+-]00:00)|([+-]\d\d:\d\d))$/;

/** "2026-03-01 14:30 UTC+02:00": a moment in the zone it is meant in; any other text as it is. */
export function tellDateTime(moment: string): string {
  const parts = MOMENT.exec(moment);
  if (parts === null) return moment;
  const [, date, clock, seconds = "", fraction = "", , offset = ""] = parts;
  const exact = seconds === ":00" && fraction === "" ? "" : seconds + fraction;
  return `${date} ${clock}${exact} UTC${offset}`;
}
