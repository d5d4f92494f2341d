import type { Words } from "@/components/words/words";

/** The sentences that the page's script says; they come with the page, in its language. */
export function scriptWords({ script, time, deadline }: Words) {
  const { inSpan, announce, announceLast } = deadline;
  return { ...script, ...time, inSpan, announce, announceLast };
}

export type ScriptWords = ReturnType<typeof scriptWords>;
