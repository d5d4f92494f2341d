import type { en } from "@/components/words/en";
import type { Forms } from "@/components/words/plural";

type Widen<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : keyof T[K] extends Intl.LDMLPluralRule ? Forms : Widen<T[K]>;
};

/** The shape every language file has. */
export type Words = Widen<typeof en>;
