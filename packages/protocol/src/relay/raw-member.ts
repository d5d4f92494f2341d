/**
 * The text of a member of a JSON object, exactly as it stands there: numbers keep their digits, objects their order
 * and their repeated keys. The text has to be a valid JSON object, which `JSON.parse` has shown; of several members of
 * that name the last one counts, as there. Undefined when there is none.
 */
export function rawMember(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = json.indexOf("{") + 1;
  for (;;) {
    at = skipSpace(json, at);
    if (json[at] !== '"') return found;
    const keyEnd = skipString(json, at);
    const isWanted = JSON.parse(json.slice(at, keyEnd)) === name;
    const start = skipSpace(json, json.indexOf(":", keyEnd) + 1);
    const end = skipValue(json, start);
    if (isWanted) found = json.slice(start, end);
    at = skipSpace(json, end) + 1;
  }
}

const SPACE = /[ \t\n\r]*/y;

function skipSpace(json: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(json);
  return SPACE.lastIndex;
}

/** From a quote to behind the one that closes it. */
function skipString(json: string, at: number): number {
  let end = json.indexOf('"', at + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

const MARK = /["{}[\]]/g;
const PLAIN_END = /[,}\] \t\n\r]/g;

function skipValue(json: string, at: number): number {
  const first = json[at];
  if (first === '"') return skipString(json, at);
  if (first !== "{" && first !== "[") return next(PLAIN_END, json, at);
  let depth = 0;
  let position = at;
  do {
    position = next(MARK, json, position);
    const mark = json[position];
    if (mark === '"') {
      position = skipString(json, position);
      continue;
    }
    depth += mark === "{" || mark === "[" ? 1 : -1;
    position += 1;
  } while (depth > 0);
  return position;
}

/** Where a pattern next occurs; the end where it does not. */
function next(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(json)?.index ?? json.length;
}
