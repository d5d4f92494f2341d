import { plainLines } from "@sess.si/protocol";

/** A form as it was posted. */
export interface Submission {
  nonce: string;
  actionId: string;
  fields: Record<string, string[]>;
}

/**
 * What is hashed to know the same submission again. A script and the browser itself end lines differently, and a
 * retry may come from either; all else is what was posted, since nobody has judged its length yet.
 */
export function submissionText({ nonce, actionId, fields }: Submission): string {
  const posted = Object.entries(fields).map(([name, values]) => [name, values.map(plainLines)] as const);
  const ordered = posted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return JSON.stringify([nonce, actionId, ordered]);
}
