import { errorEnvelope, isProtocolError } from "../src/errors.js";

/** What a client reads of a refusal, without its words; null when there is none. */
export function refusalOf(act: () => unknown): Record<string, unknown> | null {
  try {
    act();
    return null;
  } catch (error) {
    if (!isProtocolError(error)) throw error;
    const { message: _, retryable: __, ...said } = errorEnvelope(error).error;
    return said;
  }
}

export function refused(field: string, limit?: number, length?: number): Record<string, unknown> {
  return {
    code: "invalid_arguments",
    field,
    ...(limit !== undefined && { limit }),
    ...(length !== undefined && { length }),
  };
}

export function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (isProtocolError(error)) return error.message;
    throw error;
  }
  throw new Error("It was accepted.");
}
