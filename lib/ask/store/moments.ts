/** SQL: a timestamp as whole milliseconds since the epoch, in a type the driver gives as a number. */
export function epochMs(expression: string): string {
  return `floor(extract(epoch from ${expression}) * 1000)::float8`;
}

/** SQL: milliseconds since the epoch as a timestamp. */
export function fromEpochMs(expression: string): string {
  return `to_timestamp(${expression} / 1000.0)`;
}
