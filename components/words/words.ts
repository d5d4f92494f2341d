import type { en } from "@/components/words/en";

type Widen<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widen<T[K]> };

/** The shape every language file has. */
export type Words = Widen<typeof en>;
