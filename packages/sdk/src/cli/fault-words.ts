import type { SessError } from "../error.js";
import { typedDuration } from "./duration.js";
import type { Typed } from "./typed.js";

/** What is wrong with a question, by the name of what it was typed with: a person knows flags, not pointers. */
export function questionFault({ field = "", message, limit, length }: SessError, typed: Typed): string {
  if (field === "/fields") return `There can be at most ${limit} fields; these are ${length}.`;
  const rest = message.replace(/^(The body|The title|\/\S*) /, "");
  return `${nameOf(field, typed)} ${rest}`;
}

function nameOf(pointer: string, typed: Typed): string {
  const [, part, at = "", , option] = pointer.split("/");
  if (part === "question") return "The question";
  if (part === "details") return "--details";
  if (part === "submit_label") return "--submit-label";
  return part === "fields" ? fieldName(Number(at), option, typed) : "The question with all its fields";
}

/** Fields in the order of the request: all choices are its first. */
function fieldName(at: number, option: string | undefined, { choices, fields }: Typed): string {
  const first = choices.length > 0 ? 1 : 0;
  if (at < first) return option === undefined ? "--choice" : `--choice ${quoted(choices[Number(option)] ?? "")}`;
  const field = fields[at - first];
  return field === undefined ? "The answer" : `--${field.multiline ? "multiline" : field.type} ${quoted(field.label)}`;
}

function quoted(text: string): string {
  const letters = Array.from(text);
  return JSON.stringify(letters.length > 30 ? `${letters.slice(0, 30).join("")}…` : text);
}

/** `--expires-in must be at most 30d.` */
export function lifetimeFault({ message }: SessError): string {
  const said = /^\/expires_in (.*)\b(\d+)(?: seconds)?\.$/.exec(message);
  if (!said) return "--expires-in takes a time that Sess allows, such as 30m, 2h or 7d.";
  return `--expires-in ${said[1]}${typedDuration(Number(said[2]))}.`;
}

const OPTIONS = new Map([
  ["/origin", "--origin"],
  ["/receiptIssuer", "--receipt-issuer"],
  ["/apiKey", "The API key"],
  ["/id", "The id"],
]);

/** An option that is refused, as it is spelled here. */
export function optionFault({ field = "", message }: SessError): string {
  const [name, inCode] = [OPTIONS.get(field), `${field.slice(1)} `];
  if (name === undefined || !message.startsWith(inCode)) return message;
  return `${name} ${message.slice(inCode.length).replace("allowInsecure is set", "--allow-insecure is given")}`;
}
