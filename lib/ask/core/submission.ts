import { normalizeText } from "@sess.si/protocol";

/** A form as it was posted. */
export interface Submission {
  nonce: string;
  actionId: string;
  fields: Record<string, string[]>;
}

/**
 * What is hashed to know the same submission again. Text is normalised first: a script and the browser itself
 * end lines differently, and a retry may come from either.
 */
export function submissionText({ nonce, actionId, fields }: Submission): string {
  const posted = Object.entries(fields).map(([name, values]) => [name, values.map(normalizeText)] as const);
  const ordered = posted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return JSON.stringify([nonce, actionId, ordered]);
}
