import type { Probability } from "./model.ts";

/** Why a text is no such figure: the end of a sentence that begins with the text. */
export type Problem = { readonly problem: string };

export function isProblem(figure: Probability | number | Problem): figure is Problem {
  return typeof figure === "object" && "problem" in figure;
}

/** A decimal fraction without loss: digits · 10^-scale. */
type Decimal = { readonly digits: bigint; readonly scale: number };

const expected = "write a number from 0 to 1, or a percentage such as 99.95%";
const longest = 64;

/**
 * A probability from its decimal text: a number in [0, 1] (`0.999`, `.5`, `1e-3`) or a percentage in
 * [0%, 100%] (`99.9%`, spaces before the sign allowed, no exponent). A sign, other bases, `.inf` and
 * `.nan` are refused. A percentage is converted by moving the decimal point, and q = 1 - p is taken
 * exactly on the decimals: each is the double nearest to its own decimal value.
 */
export function parseProbability(text: string): Probability | Problem {
  const percent = text.endsWith("%");
  const decimal = parseDecimal(text);
  if (decimal === null) return { problem: `is not a probability; ${expected}` };
  const one = 10n ** BigInt(decimal.scale);
  if (decimal.digits > one)
    return { problem: `is above ${percent ? "100%" : `1; ${remedy(text)}`}` };
  return {
    p: toNumber(decimal),
    q: toNumber({ digits: one - decimal.digits, scale: decimal.scale }),
  };
}

/**
 * A drop in availability, as a fraction in [0, 1]. Without a percent sign 0.05 and more are refused:
 * `maxDrop: 0.1` means 0.1% far more often than ten points.
 */
export function parseDrop(text: string): number | Problem {
  const drop = parseProbability(text);
  if (isProblem(drop)) return drop;
  if (!text.endsWith("%") && drop.p >= 0.05) {
    return { problem: `is ${percentOf(text)} of availability; did you mean ${text}%?` };
  }
  return drop.p;
}

/**
 * A relative growth, at least 0: `20%`, `150%`, `0.2`. Without a percent sign more than 1 is refused:
 * nobody means 2000% by `20`.
 */
export function parseGrowth(text: string): number | Problem {
  const decimal = parseDecimal(text);
  if (decimal === null) {
    return {
      problem: "is not a relative growth; write a percentage such as 20%, or a number up to 1",
    };
  }
  const growth = toNumber(decimal);
  if (!text.endsWith("%") && growth > 1) {
    return { problem: `is ${percentOf(text)}; did you mean ${text}%?` };
  }
  return growth;
}

function remedy(text: string): string {
  return Number(text) <= 100 ? `did you mean ${text}%?` : expected;
}

/** The percentage that a plain number stands for. */
function percentOf(text: string): string {
  const decimal = parseDecimal(text)!;
  return `${toText({ digits: decimal.digits * 100n, scale: decimal.scale })}%`;
}

function parseDecimal(text: string): Decimal | null {
  if (text.length > longest) return null;
  const match = /^(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,2})| *(%))?$/.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? match[3] ?? "";
  const digits = BigInt((match[1] ?? "") + fraction);
  const scale = fraction.length - Number(match[4] ?? 0) + (match[5] === undefined ? 0 : 2);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The double nearest to the decimal: what its text reads as. */
function toNumber(decimal: Decimal): number {
  return Number(toText(decimal));
}

function toText({ digits, scale }: Decimal): string {
  if (scale === 0) return digits.toString();
  const padded = digits.toString().padStart(scale + 1, "0");
  const whole = padded.slice(0, -scale);
  const fraction = padded.slice(-scale).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
