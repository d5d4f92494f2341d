/** What a log may show of a fault: a database's own details quote what it was given. */
export function faultOf(error: unknown): { fault: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { fault: String(error) };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { fault: error.message, ...code, ...(error.stack !== undefined && { stack: error.stack }) };
}
