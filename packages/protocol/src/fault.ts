/** One thing wrong with an input, before it becomes an error. */
export interface Fault {
  path: readonly PropertyKey[];
  message: string;
  limit?: number;
  length?: number;
}
