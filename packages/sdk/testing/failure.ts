import { isSessError, isVerificationError, type SessError, type VerificationError } from "../src/index.js";

/** The SessError that the work ends in. */
export async function failure(work: Promise<unknown>): Promise<SessError> {
  const error = await rejection(work);
  if (isSessError(error)) return error;
  throw error;
}

/** The VerificationError that the work ends in. */
export async function doubt(work: Promise<unknown>): Promise<VerificationError> {
  const error = await rejection(work);
  if (isVerificationError(error)) return error;
  throw error;
}

async function rejection(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}
