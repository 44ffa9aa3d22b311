/** ln 2 in two parts: the first has few enough bits that its multiples here are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/**
 * e^x, to a few units in the last place; 0 below -745, infinite above 709. Made of + - × ÷ alone:
 * `Math.exp` may differ between machines in its last digit. 2^k e^r with |r| ≤ (ln 2)/2, e^r by its
 * Taylor series.
 */
export function exponential(x: number): number {
  if (x < -746) return 0;
  if (x > 710) return Number.POSITIVE_INFINITY;
  const k = Math.floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  let result = 1;
  for (let n = 18; n > 0; n--) result = 1 + (r / n) * result;
  for (let left = k; left > 0; left--) result *= 2;
  for (let left = k; left < 0; left++) result /= 2;
  return result;
}
