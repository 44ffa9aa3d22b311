import { isAboveOne, parseDecimal, toNumber, toText } from "./decimal.ts";
import type { Probability } from "./model.ts";

/** Why a text is no such figure: the end of a sentence that begins with the text. */
export type Problem = { readonly problem: string };

export function isProblem(figure: Probability | number | Problem): figure is Problem {
  return typeof figure === "object" && "problem" in figure;
}

const expected = "write a number from 0 to 1, or a percentage such as 99.95%";

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
  if (isAboveOne(decimal)) {
    return { problem: percent ? "is above 100%; lower it" : `is above 1; ${remedy(text)}` };
  }
  const one = 10n ** BigInt(decimal.scale);
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
