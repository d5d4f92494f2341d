import { isUtf8 } from "node:buffer";

/** Why the text of a form is not taken. */
export type FormFault = "wrong_type" | "wrong_encoding";

const FORM_TYPE = "application/x-www-form-urlencoded";
const UTF8 = /^utf-?8$/i;

/** What its headers say against a posted form; null when it may be read. */
export function faultOfHeaders(headers: Headers): FormFault | null {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").split(";").map((part) => part.trim());
  if (type.toLowerCase() !== FORM_TYPE || !isPlain(headers)) return "wrong_type";
  return parameters.every(isOurCharset) ? null : "wrong_encoding";
}

/** Whether the bytes of a body are the body itself, and not a compressed one. */
export function isPlain(headers: Headers): boolean {
  return (headers.get("content-encoding") ?? "identity").trim().toLowerCase() === "identity";
}

function isOurCharset(parameter: string): boolean {
  const [name = "", ...value] = parameter.split("=");
  if (name.trim().toLowerCase() !== "charset") return true;
  return UTF8.test(value.join("=").trim().replaceAll('"', ""));
}

/** The body as text; null when its letters are not UTF-8, where reading on would quietly put other letters in their place. */
export function textOfForm(body: Buffer): string | null {
  if (!isUtf8(body) || !isUtf8(unescaped(body))) return null;
  const text = body.toString("utf8");
  return saysOtherCharset(text) ? null : text;
}

const PERCENT = 0x25;

/** `&` and `=` are no part of a longer letter, so the whole is UTF-8 exactly when every name and value is. */
function unescaped(body: Buffer): Buffer {
  if (!body.includes(PERCENT)) return body;
  const bytes = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const escaped = body[at] === PERCENT ? hex(body[at + 1]) * 16 + hex(body[at + 2]) : Number.NaN;
    if (Number.isNaN(escaped)) bytes[length] = body[at] ?? 0;
    else {
      bytes[length] = escaped;
      at += 2;
    }
    length += 1;
  }
  return bytes.subarray(0, length);
}

function hex(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}

/** Where a form has such a control, the browser writes into it what it encoded the form in. */
function saysOtherCharset(text: string): boolean {
  if (!text.includes("_charset_")) return false;
  return new URLSearchParams(text).getAll("_charset_").some((charset) => charset !== "" && !UTF8.test(charset));
}
