/** In nanoseconds (Go, `time.ParseDuration`). */
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const PART = /(\d{1,18})?(?:\.(\d{0,18}))?(ns|us|µs|μs|ms|s|m|h)/y;

/**
 * Milliseconds of a duration as Go writes it: `1.5s`, `200ms`, `1h2m`. `null` for another text, a negative
 * one among them. Parts of a nanosecond are dropped.
 */
export function goDuration(text: string): number | null {
  if (/^\+?0$/.test(text)) return 0;
  if (text.length > 64) return null;
  let nanoseconds = 0n;
  let at = text.startsWith("+") ? 1 : 0;
  if (at === text.length) return null;
  while (at < text.length) {
    PART.lastIndex = at;
    const [all, whole = "", fraction = "", unit = ""] = PART.exec(text) ?? [];
    if (all === undefined || whole + fraction === "") return null;
    nanoseconds += (BigInt(whole + fraction) * UNITS[unit]!) / 10n ** BigInt(fraction.length);
    at += all.length;
  }
  return Number(nanoseconds) / 1e6;
}
