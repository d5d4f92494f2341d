import { byteLength } from "@/lib/relay/core/byte-length";
import type { Rules } from "@/lib/relay/core/rules";
import { codePointLength, RelayError, type RelayErrorCode, type RelayLimitName } from "@sess.si/protocol";

/** Throws when something is beyond a limit; `field` is the JSON pointer of what was measured. */
export function refuseAbove(
  limit: number,
  { field, length, code }: { field: string; length: number; code: RelayErrorCode },
): void {
  if (length > limit)
    throw new RelayError(code, `${field} is ${length}; the limit is ${limit}.`, { field, limit, length });
}

/** Bytes of a text in UTF-8. */
export function refuseTextBytes(rules: Rules, name: RelayLimitName, field: string, text: string): void {
  refuseAbove(rules.limits[name], { field, length: byteLength(text), code: "payload_too_large" });
}

/** Bytes of a value's compact JSON. */
export function refuseJsonBytes(
  rules: Rules,
  name: RelayLimitName,
  { field, value, code }: { field: string; value: unknown; code: RelayErrorCode },
): void {
  refuseAbove(rules.limits[name], { field, length: byteLength(JSON.stringify(value) ?? ""), code });
}

export function refuseLength(rules: Rules, name: RelayLimitName, field: string, text: string): void {
  refuseAbove(rules.limits[name], { field, length: codePointLength(text), code: "validation_error" });
}

export function refuseCount(rules: Rules, name: RelayLimitName, field: string, items: readonly unknown[]): void {
  refuseAbove(rules.limits[name], { field, length: items.length, code: "validation_error" });
}
