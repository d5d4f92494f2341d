import { isProtocolError, type ProtocolError } from "@sess.si/protocol";

/** The refusal of a call that must be refused. */
export async function refused(call: Promise<unknown>): Promise<ProtocolError> {
  try {
    await call;
  } catch (error) {
    if (isProtocolError(error)) return error;
    throw error;
  }
  throw new Error("it was not refused");
}
