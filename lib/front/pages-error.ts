/** The pages process died at every start, and waiting longer would not help. */
export class PagesError extends Error {
  override name = "PagesError";
  readonly advice =
    'Build the pages again: remove .next, then "npm run build". If a line above names a package, run "npm ci" first.';

  constructor(deaths: number, why: number | string | null, lastWords: readonly string[]) {
    const said = lastWords.length === 0 ? "" : `\n${lastWords.join("\n")}`;
    super(`The page renderer ended ${deaths} times before it came up, last with ${why}.${said}`);
  }
}
