/** A query with these of its values read as numbers; what is none stays a text, for the schema to refuse. */
export function numbersOf(
  query: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, names.includes(name) ? numberOf(text) : text]),
  );
}

function numberOf(text: string): string | number {
  return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
}
