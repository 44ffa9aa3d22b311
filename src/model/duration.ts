/** In microseconds. */
const units: Readonly<Record<string, bigint>> = {
  us: 1n,
  ms: 1_000n,
  s: 1_000_000n,
  m: 60_000_000n,
};

/** Decimals that a duration of the longest text has at the most. */
const scale = 32;

/** `200ms` or `1.5s` without loss, in units of 10^-32 microseconds; `null` for another text. */
export function parseDuration(text: string): bigint | null {
  const [, whole, fraction = "", unit] = /^(\d+)(?:\.(\d+))?(us|ms|s|m)$/.exec(text) ?? [];
  if (whole === undefined || unit === undefined || text.length > scale) return null;
  return BigInt(whole + fraction) * units[unit]! * 10n ** BigInt(scale - fraction.length);
}

/** The shortest of `1.5s`, `200ms` and `2m` that says so many milliseconds. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= 60_000 && milliseconds % 60_000 === 0) return `${milliseconds / 60_000}m`;
  return milliseconds >= 1000 ? `${milliseconds / 1000}s` : `${milliseconds}ms`;
}
