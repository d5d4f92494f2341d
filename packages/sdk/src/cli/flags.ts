import { parseArgs, type ParseArgsConfig } from "node:util";
import { parseDuration } from "./duration.js";
import { UsageError } from "./exit-codes.js";
import type { Typed } from "./typed.js";

const WHICH_SESS = {
  origin: { type: "string" },
  "key-file": { type: "string" },
  "receipt-issuer": { type: "string" },
  "allow-insecure": { type: "boolean" },
} as const;

const WAIT = { ...WHICH_SESS, json: { type: "boolean" } } as const;

/** Flags that each add a field, and what kind. */
const FIELD_TYPES = {
  text: { type: "text" },
  multiline: { type: "text", multiline: true },
  number: { type: "number" },
  integer: { type: "integer" },
  date: { type: "date" },
  datetime: { type: "datetime" },
  rating: { type: "rating" },
} as const satisfies Record<string, Omit<Typed["fields"][number], "label">>;

const repeated = { type: "string", multiple: true } as const;

const ASK = {
  ...WAIT,
  choice: repeated,
  several: { type: "boolean" },
  text: repeated,
  multiline: repeated,
  number: repeated,
  integer: repeated,
  date: repeated,
  datetime: repeated,
  rating: repeated,
  "yes-no": { type: "boolean" },
  details: { type: "string" },
  "submit-label": { type: "string" },
  "expires-in": { type: "string" },
  "no-qr": { type: "boolean" },
  "no-wait": { type: "boolean" },
} as const;

export interface WhichSess {
  origin?: string;
  keyFile?: string;
  receiptIssuer?: string;
  allowInsecure: boolean;
}

export interface WaitFlags extends WhichSess {
  id: string;
  json: boolean;
}

export interface AskFlags extends WhichSess, Typed {
  expiresIn?: number;
  json: boolean;
  qr: boolean;
  wait: boolean;
}

export function parseAskFlags(args: string[]): AskFlags {
  const { values, positionals, tokens } = parse(args, ASK);
  const question = onlyPositional(positionals, 'the question, in quotes: sess ask "What time works?"');
  const expiresIn = values["expires-in"];
  return {
    ...whichSess(values),
    question,
    yesNo: values["yes-no"] === true,
    choices: values.choice ?? [],
    several: values.several === true,
    fields: fieldsIn(tokens),
    json: values.json === true,
    qr: values["no-qr"] !== true,
    wait: values["no-wait"] !== true,
    ...(values.details === undefined ? {} : { details: values.details }),
    ...(values["submit-label"] === undefined ? {} : { submitLabel: values["submit-label"] }),
    ...(expiresIn === undefined ? {} : { expiresIn: parseDuration("expires-in", expiresIn) }),
  };
}

export function parseWaitFlags(args: string[]): WaitFlags {
  const { values, positionals } = parse(args, WAIT);
  const id = onlyPositional(positionals, "the id that sess ask printed: sess wait int_…");
  return { ...whichSess(values), id, json: values.json === true };
}

function parse<T extends NonNullable<ParseArgsConfig["options"]>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, tokens: true });
  } catch (error) {
    // What follows the first sentence is advice about positional arguments, which this command has no use for.
    const [what] = error instanceof Error ? error.message.split(". ") : [];
    throw new UsageError(what === undefined ? "The flags cannot be read." : `${what.replace(/\.$/, "")}.`);
  }
}

function onlyPositional(positionals: string[], what: string): string {
  const [first, ...more] = positionals;
  if (first !== undefined && more.length === 0) return first;
  throw new UsageError(`Give ${what}`);
}

/** In the order they were typed, whatever their kind. */
function fieldsIn(tokens: { kind: string; name?: string; value?: string | undefined }[]): Typed["fields"] {
  return tokens.flatMap(({ kind, name, value }) => {
    if (kind !== "option" || name === undefined || value === undefined || !isFieldFlag(name)) return [];
    return [{ ...FIELD_TYPES[name], label: value }];
  });
}

function isFieldFlag(name: string): name is keyof typeof FIELD_TYPES {
  return Object.hasOwn(FIELD_TYPES, name);
}

function whichSess(values: {
  origin?: string | undefined;
  "key-file"?: string | undefined;
  "receipt-issuer"?: string | undefined;
  "allow-insecure"?: boolean | undefined;
}): WhichSess {
  return {
    allowInsecure: values["allow-insecure"] === true,
    ...(values.origin === undefined ? {} : { origin: values.origin }),
    ...(values["key-file"] === undefined ? {} : { keyFile: values["key-file"] }),
    ...(values["receipt-issuer"] === undefined ? {} : { receiptIssuer: values["receipt-issuer"] }),
  };
}
