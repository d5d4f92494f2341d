const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A person's answer is printed to somebody's terminal: it must not be able to move the cursor or set a title. */
export function terminalText(text: string): string {
  return text.replaceAll(UNSAFE, (found) => (found === "\n" || found === "\t" ? found : "\ufffd"));
}
