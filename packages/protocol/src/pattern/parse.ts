/** A test of one code point. */
export type CharTest = (char: string) => boolean;

export type Assertion = "start" | "end" | "boundary" | "no_boundary";

export type PatternNode =
  | { kind: "char"; test: CharTest }
  | { kind: "assert"; assertion: Assertion }
  | { kind: "all"; nodes: PatternNode[] }
  | { kind: "any"; nodes: PatternNode[] }
  | { kind: "repeat"; node: PatternNode; min: number; max: number };

/** Why a pattern is refused. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** Reads an ECMAScript regular expression (with the `u` flag, as JSON Schema means it) that needs no backtracking. */
export function parsePattern(source: string): PatternNode {
  refuseInvalid(source);
  const reader = new Reader(Array.from(source));
  return readAlternatives(reader);
}

/** The engine's own parser knows the grammar; nothing is ever matched with this expression. */
function refuseInvalid(source: string): void {
  try {
    new RegExp(source, "u");
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*:\s*/s, "") : "syntax";
    throw new PatternError(`not a valid regular expression (${reason})`);
  }
}

class Reader {
  private at = 0;
  constructor(private readonly chars: readonly string[]) {}

  peek(): string | undefined {
    return this.chars[this.at];
  }

  next(): string {
    return this.chars[this.at++] ?? "";
  }

  /** Consumes `text` when it comes next. */
  eat(text: string): boolean {
    if (this.ahead(text.length) !== text) return false;
    this.at += text.length;
    return true;
  }

  ahead(length: number): string {
    return this.chars.slice(this.at, this.at + length).join("");
  }

  take(length: number): string {
    const text = this.ahead(length);
    this.at += length;
    return text;
  }

  /** Everything up to and including `end`, escapes skipped. */
  through(end: string): string {
    let text = "";
    for (let char = this.next(); char !== ""; char = this.next()) {
      text += char === "\\" ? char + this.next() : char;
      if (char === end) break;
    }
    return text;
  }
}

function readAlternatives(reader: Reader): PatternNode {
  const nodes = [readSequence(reader)];
  while (reader.eat("|")) nodes.push(readSequence(reader));
  return { kind: "any", nodes };
}

function readSequence(reader: Reader): PatternNode {
  const nodes: PatternNode[] = [];
  for (let char = reader.peek(); char !== undefined && char !== "|" && char !== ")"; char = reader.peek()) {
    nodes.push(readQuantifier(reader, readAtom(reader)));
  }
  return { kind: "all", nodes };
}

function readQuantifier(reader: Reader, node: PatternNode): PatternNode {
  const bounds = readBounds(reader);
  if (!bounds) return node;
  // Lazy or greedy: both match the same texts.
  reader.eat("?");
  return { kind: "repeat", node, ...bounds };
}

function readBounds(reader: Reader): { min: number; max: number } | null {
  if (reader.eat("*")) return { min: 0, max: Infinity };
  if (reader.eat("+")) return { min: 1, max: Infinity };
  if (reader.eat("?")) return { min: 0, max: 1 };
  if (!reader.eat("{")) return null;
  const [min = "", max] = reader.through("}").slice(0, -1).split(",");
  return { min: Number(min), max: max === undefined ? Number(min) : max === "" ? Infinity : Number(max) };
}

function readAtom(reader: Reader): PatternNode {
  const char = reader.next();
  if (char === "(") return readGroup(reader);
  if (char === "^") return { kind: "assert", assertion: "start" };
  if (char === "$") return { kind: "assert", assertion: "end" };
  if (char === "[") return charClass(`[${reader.through("]")}`);
  if (char === ".") return charClass(".");
  if (char === "\\") return readEscape(reader);
  return { kind: "char", test: (other) => other === char };
}

function readGroup(reader: Reader): PatternNode {
  if (/^\?<[^=!]/.test(reader.ahead(3))) reader.through(">");
  else if (!reader.eat("?:") && reader.peek() === "?")
    throw new PatternError("look-around and modifiers cannot be used");
  const node = readAlternatives(reader);
  reader.eat(")");
  return node;
}

function readEscape(reader: Reader): PatternNode {
  const char = reader.next();
  if (char === "b") return { kind: "assert", assertion: "boundary" };
  if (char === "B") return { kind: "assert", assertion: "no_boundary" };
  if (char === "k" || /[1-9]/.test(char)) throw new PatternError("back-references cannot be used");
  return charClass(`\\${char}${restOfEscape(reader, char)}`);
}

function restOfEscape(reader: Reader, char: string): string {
  if (char === "p" || char === "P" || (char === "u" && reader.peek() === "{")) return reader.through("}");
  if (char === "x") return reader.take(2);
  if (char === "c") return reader.take(1);
  if (char !== "u") return "";
  const unit = reader.take(4);
  const isPair = /^d[89ab]/i.test(unit) && /^\\ud[c-f]/i.test(reader.ahead(6));
  return isPair ? unit + reader.take(6) : unit;
}

/** One code point against one class: constant time in any engine, with exactly its notion of `\w`, `\s` and `\p{…}`. */
function charClass(source: string): PatternNode {
  const single = new RegExp(`^${source}$`, "u");
  const known = new Map<string, boolean>();
  const test = (char: string) => {
    const earlier = known.get(char);
    if (earlier !== undefined) return earlier;
    const fits = single.test(char);
    known.set(char, fits);
    return fits;
  };
  return { kind: "char", test };
}
