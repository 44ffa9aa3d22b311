/** A decimal fraction without loss: digits · 10^-scale, at least 0. */
export type Decimal = { readonly digits: bigint; readonly scale: number };

export type Rounding = "floor" | "ceil" | "round";

const longest = 64;

/** Of `0.999`, `.5`, `1e-3` or `99.9%` (spaces before the sign allowed, no exponent); `null` for another text. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > longest) return null;
  const match = /^(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,2})| *(%))?$/.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? match[3] ?? "";
  const digits = BigInt((match[1] ?? "") + fraction);
  const scale = fraction.length - Number(match[4] ?? 0) + (match[5] === undefined ? 0 : 2);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The double nearest to the decimal: what its text reads as. */
export function toNumber(decimal: Decimal): number {
  return Number(toText(decimal));
}

export function toText({ digits, scale }: Decimal): string {
  if (scale === 0) return digits.toString();
  const padded = digits.toString().padStart(scale + 1, "0");
  const whole = padded.slice(0, -scale);
  const fraction = padded.slice(-scale).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const widened = (one: Decimal): bigint => one.digits * 10n ** BigInt(scale - one.scale);
  return { digits: widened(a) + widened(b), scale };
}

export function isAboveOne({ digits, scale }: Decimal): boolean {
  return digits > 10n ** BigInt(scale);
}

/** A share of so many things, in whole things; `round` is half up. In doubles 0.07 · 100 would be above 7. */
export function wholeShare(share: Decimal, total: number, rounding: Rounding): number {
  const one = 10n ** BigInt(share.scale);
  const exact = share.digits * BigInt(total);
  switch (rounding) {
    case "floor":
      return Number(exact / one);
    case "ceil":
      return Number((exact + one - 1n) / one);
    case "round":
      return Number((2n * exact + one) / (2n * one));
  }
}
