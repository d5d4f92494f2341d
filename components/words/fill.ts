/** Puts values into a sentence: `fill("in {span}", { span: "12 min" })`. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
