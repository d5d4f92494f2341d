/** How the driver sends and reads `text[]`, which it would otherwise ask every new connection about. */
export const TEXT_ARRAY = {
  /** Oid of `text[]`, fixed in the catalogue of every Postgres. */
  to: 1009,
  from: [1009],
  /** Drizzle sends the literal itself. */
  serialize: (texts: readonly string[] | string) =>
    typeof texts === "string" ? texts : `{${texts.map(quoted).join(",")}}`,
  parse: (literal: string): (string | null)[] => elementsOf(literal),
};

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs;

function elementsOf(literal: string): (string | null)[] {
  return [...literal.matchAll(ELEMENT)].map(([, inQuotes, bare]) => {
    if (inQuotes !== undefined) return inQuotes.replace(/\\(.)/gs, "$1");
    return bare === undefined || bare === "NULL" ? null : bare;
  });
}
