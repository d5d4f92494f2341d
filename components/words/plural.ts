/** A sentence by the number in it: each language has the forms that it needs, and always the last. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

export function formFor(n: number, forms: Forms, lang: string): string {
  return forms[new Intl.PluralRules(lang).select(n)] ?? forms.other;
}
