/** What a script can tell from the exit code. */
export const EXIT = {
  answered: 0,
  rejected: 2,
  expired: 3,
  withdrawn: 4,
  usage: 64,
  /** The answer came but its receipt does not verify. */
  unverified: 65,
  unavailable: 69,
  /** Sess does not take the API key, or not for this: a repeat changes nothing. */
  noPermission: 77,
  interrupted: 130,
} as const;

/** The command was used wrongly; the message says how to use it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The API key was refused; the message says which one it was. */
export class RefusedKeyError extends Error {
  override readonly name = "RefusedKeyError";
}
