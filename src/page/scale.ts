import { type Decimal, toText } from "../model/decimal.ts";

/** Steps of a slider in one nine: 100 is 90%, 200 is 99%. */
const STEPS = 100;

/** The last step: beyond six nines a slider has only 100% left. */
export const LAST_STEP = 601;

/** Significant digits of 1 - p. */
const DIGITS = 2;

/**
 * An availability as text, from a slider that moves on the logarithm of the unavailability, since what is
 * between 99% and 99.9% matters as much as what is below: 1 - p = 10^(-step/100), to two digits.
 */
export function availabilityAt(step: number): string {
  if (step <= 0) return "0%";
  if (step >= LAST_STEP) return "100%";
  const [digits = "1", exponent = "0"] = (10 ** (-step / STEPS))
    .toExponential(DIGITS - 1)
    .split("e");
  const scale = DIGITS - 1 - Number(exponent);
  const down: Decimal = { digits: BigInt(digits.replace(".", "")), scale };
  const up = 10n ** BigInt(scale) - down.digits;
  // A percentage has the decimal point two further on.
  return `${toText(scale >= 2 ? { digits: up, scale: scale - 2 } : { digits: up * 10n ** BigInt(2 - scale), scale: 0 })}%`;
}

/** The step nearest to an unavailability in [0, 1]. */
export function stepOf(unavailability: number): number {
  if (unavailability <= 0) return LAST_STEP;
  return Math.max(0, Math.min(LAST_STEP - 1, Math.round(-STEPS * Math.log10(unavailability))));
}
