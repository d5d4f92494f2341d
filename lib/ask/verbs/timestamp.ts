/** RFC 3339, UTC, milliseconds. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
