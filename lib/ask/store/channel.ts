/** Postgres channel of the wake-ups. A payload is the ids of the interactions that one statement changed. */
export const WAKE_UPS = "sess_interactions";

const SEPARATOR = " ";

/**
 * SQL: tells of all interactions of `rows` at once; a subquery that is evaluated when there is one at least. Postgres
 * takes 8,000 bytes, more than twice what the ids of the largest group of commits are.
 */
export function wakeUp(rows: string): string {
  return `(select pg_notify('${WAKE_UPS}', string_agg(id, '${SEPARATOR}')) from ${rows})`;
}

/** The interactions that a payload tells of. */
export function wokenBy(payload: string): string[] {
  return payload.split(SEPARATOR);
}
