/** One thing wrong with an input, before it becomes an error. */
export interface Fault {
  path: readonly PropertyKey[];
  message: string;
  limit?: number;
  length?: number;
  /** Comes before every fault of detail: the document is too large or too deep to be judged. */
  whole?: boolean;
}
