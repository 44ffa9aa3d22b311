/** A JSON object of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

export type Scalar = string | number | boolean;

/** Text beyond this is cut: what is kept names things, and longer names tell no more apart. */
const LONGEST = 1000;

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Items of a list; none where it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text that is not empty. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? clipped(value) : null;
}

export function clipped(text: string): string {
  return text.length > LONGEST ? text.slice(0, LONGEST) : text;
}

/**
 * A number that a format writes as such, as text (protobuf's JSON mapping of 64-bit integers), or as the
 * two halves that JavaScript's clients made of it. Beyond 2^53 it is the nearest there is.
 */
export function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string") {
    const number = value.trim() === "" ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : null;
  }
  if (!isRecord(value)) return null;
  const { low, high } = value;
  return typeof low === "number" && typeof high === "number" ? high * 2 ** 32 + (low >>> 0) : null;
}

/** Digits of nanoseconds since the epoch, from 2001 to 2286. */
const DIGITS = 19;

/** Microseconds of nanoseconds since the epoch; zero says that there is none. */
export function microseconds(nanoseconds: unknown): number | null {
  if (typeof nanoseconds === "string" && nanoseconds.length === DIGITS) {
    const read = microsecondsOf(nanoseconds);
    if (read !== null) return read === 0 ? null : read;
  }
  const number = numberOf(nanoseconds);
  // Rounded, not cut: the nearest number to whole microseconds may lie just below them.
  return number === null || number <= 0 ? null : Math.round(number / 1000);
}

/**
 * Of so many digits, exactly, and rounded: as a number they would lose the last three, and take four times
 * as long to read. `null`: they are no digits.
 */
function microsecondsOf(digits: string): number | null {
  let number = 0;
  for (let at = 0; at < DIGITS; at++) {
    const digit = digits.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return null;
    if (at < DIGITS - 3) number = number * 10 + digit;
    else if (at === DIGITS - 3 && digit > 4) number += 1;
  }
  return number;
}

/** An integer as a number, or as its text where a number cannot hold it. */
export function integerOf(value: unknown): number | string | null {
  const number = numberOf(value);
  return number === null || Number.isSafeInteger(number) || typeof value !== "string"
    ? number
    : value;
}
