import type { Evidence, Timing } from "../traces/observed.ts";
import { quotedScalar, scalar } from "./yaml-text.ts";

/** A value that is written into a spec: maps keep the order of their keys. */
export type Written = string | number | readonly Written[] | { readonly [key: string]: Written };

/**
 * A value on one line, between brackets where it has parts: `{ good: 1, total: 2, until: 2026-11-01 }`.
 *
 * @param json every text in double quotes, for a spec that is written as JSON
 */
export function flowText(value: Written, json = false): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return json ? quotedScalar(value) : flowScalar(value);
  if (Array.isArray(value)) return `[${value.map((one) => flowText(one, json)).join(", ")}]`;
  const entries = Object.entries(value).map(
    ([key, part]) => `${flowText(key, json)}: ${flowText(part, json)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Days, percentages and dependencies are read as text without quotes, too. */
function flowScalar(text: string): string {
  const isPlain =
    /^\d{4}-\d{2}-\d{2}$/.test(text) ||
    /^\d+(?:\.\d+)?%$/.test(text) ||
    (/^[\w./-]+ [-~]> [\w./-]+$/.test(text) && /^[A-Za-z_/]/.test(text));
  return isPlain ? text : scalar(text);
}

/** The name of an endpoint as a key in a block, where routes stand plain, braces and all, as people write them. */
export function blockKey(name: string): string {
  return /^[A-Z]+ \/[\w./{}*-]*$/.test(name) ? name : scalar(name);
}

/** What a spec says of counts that were observed. */
export function evidenceValue({ good, total, until }: Evidence): {
  readonly [key: string]: Written;
} {
  return until === null ? { good, total } : { good, total, until };
}

/** λ and r; `null`: every attempt ended in time, and nothing is to be said. */
export function timeoutValue({
  onTime,
  retries,
}: Timing): { readonly [key: string]: Written } | null {
  if (onTime.total === 0 || onTime.good >= onTime.total) return null;
  const share = percentText(onTime.good, onTime.total);
  return retries === 0 ? { onTime: share } : { onTime: share, retries };
}

/** The significant digits of the part that is missing to all. */
const DIGITS = 4;

/** Good of total as a percentage, rounded down, and so never up to 100%: four digits of what is missing. */
export function percentText(good: number, total: number): string {
  if (total <= 0) return "0%";
  if (good >= total) return "100%";
  // Whole numbers up to 2^53: a quotient of doubles would round.
  const [whole, all] = [BigInt(good), BigInt(total)];
  const missing = all - whole;
  const leading = Math.max(0, String(all).length - String(missing).length - 2);
  const scale = 10n ** BigInt(leading + DIGITS);
  const text = String((whole * 100n * scale) / all).padStart(leading + DIGITS + 1, "0");
  const point = text.length - (leading + DIGITS);
  const lean = `${text.slice(0, point)}.${text.slice(point)}`.replace(/\.?0+$/, "");
  return `${lean}%`;
}

/** A count with commas, as people read it. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 call`, `1,204 calls`. */
export function counts(count: number, one: string): string {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`;
}
