/** True when `value` is a whole number of `step`s, reckoned in decimal as both are written: 0.3 is 3 × 0.1. */
export function isMultipleOf(value: number, step: number): boolean {
  const [a, b] = [decimalOf(value), decimalOf(step)];
  const exponent = Math.min(a.exponent, b.exponent);
  return scaled(a, exponent) % scaled(b, exponent) === 0n;
}

interface Decimal {
  digits: bigint;
  exponent: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = "0", power = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/** A double in figures, without an exponent, digit for digit as it is written shortest. */
export function decimalText(value: number): string {
  const [mantissa = "", power] = String(Math.abs(value)).split("e");
  const sign = value < 0 ? "-" : "";
  return sign + (power === undefined ? mantissa : shifted(mantissa, Number(power)));
}

function shifted(mantissa: string, power: number): string {
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  const point = whole.length + power;
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  const after = digits.slice(point);
  return digits.slice(0, point).padEnd(point, "0") + (after === "" ? "" : `.${after}`);
}
