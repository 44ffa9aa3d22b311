/**
 * How figures are printed. Everything is floored in exact decimal arithmetic: a printed availability
 * is never above the figure (up to the 1e-12 that counts as zero), never on the other side of a
 * threshold, and `100%` only where nothing can fail.
 */

/** An availability with its complement, as an Estimate has them. */
export type Figure = { readonly availability: number; readonly unavailability: number };

/** What a printed figure must be told apart from, by as many digits as that takes. */
export type Apart = {
  /** Figures printed beside it, such as the one before the change. */
  readonly others?: readonly (Figure | number)[];
  /** Availabilities that decide a verdict; a figure within 1e-12 of one is printed as being on it. */
  readonly thresholds?: readonly number[];
};

/** Decimals of a fraction that the scaled integers carry; a percentage has two fewer. */
const SCALE = 30;
const PERCENT_SCALE = SCALE - 2;
const ONE = 10n ** BigInt(SCALE);
/** 1e-12: differences up to it are zero (contract §2). */
const ZERO = 10n ** BigInt(SCALE - 12);
const SECONDS_PER_MONTH = 30 * 24 * 60 * 60;

/**
 * An availability as a percentage with at least two decimals and two significant digits of the
 * unavailability: `99.32%`, `99.9951%`. A bare number is an availability in [0, 1].
 */
export function formatAvailability(figure: Figure | number, apart: Apart = {}): string {
  const { value, decimals } = printed(figure, apart);
  if (value === ONE) return "100%";
  if (value === 0n) return "0%";
  return `${trim(floored(value, decimals), 2)}%`;
}

/**
 * How far a figure lies below a threshold, in points: the threshold minus the figure as
 * `formatAvailability` prints it, so that the three numbers of a sentence add up.
 */
export function formatShortfall(figure: Figure | number, threshold: number): string {
  const { value, decimals } = printed(figure, { thresholds: [threshold] });
  const unit = 10n ** BigInt(PERCENT_SCALE - decimals);
  const missing = scaledExactly(threshold) - (value / unit) * unit;
  return `${trim(floored(missing, PERCENT_SCALE), 2)} points`;
}

/** The size of a difference of availabilities in percentage points, without its sign: `0.18 points`. */
export function formatPoints(difference: number, limits: readonly number[] = []): string {
  const value = scaledRounded(Math.abs(difference), 12);
  if (value === 0n) return "0 points";
  const others = limits.map(scaledExactly);
  const onLimit = others.find((limit) => isZero(value - limit));
  const text =
    onLimit === undefined
      ? floored(value, decimalsApart(value, significantDecimals(value, 2), others))
      : floored(onLimit, PERCENT_SCALE);
  return `${trim(text, 2)} points`;
}

/** A relative growth in percent, floored to two significant digits, told apart from its limits: `34%`. */
export function formatGrowth(ratio: number, limits: readonly number[] = []): string {
  const value = scaledRounded(ratio, 12);
  const decimals = decimalsApart(value, significantDecimals(value, 0), limits.map(scaledExactly));
  return `${trim(floored(value, decimals), 0)}%`;
}

/** The share of an SLO's error budget that an unavailability spends; the SLO is an availability below 1. */
export function formatSpent(
  unavailability: number,
  slo: number,
  limits: readonly number[] = [],
): string {
  // The budget from the decimal text: 1 - 0.995 is a little more than 0.005.
  const budget = Number(`${ONE - scaledExactly(slo)}e-${SCALE}`);
  return formatGrowth(unavailability / budget, limits);
}

/** A number that a person wrote, such as an SLO or a limit, as the percentage it is: `99.5%`. */
export function formatPercent(value: number): string {
  return `${trim(floored(scaledExactly(value), PERCENT_SCALE), 0)}%`;
}

/** A written probability as a percentage, read from its smaller side, which has the digits. */
export function formatProbability(probability: { readonly p: number; readonly q: number }): string {
  const value =
    probability.q < probability.p
      ? ONE - scaledExactly(probability.q)
      : scaledExactly(probability.p);
  return `${trim(floored(value, PERCENT_SCALE), 0)}%`;
}

/** The downtime that an unavailability in [0, 1] means in 30 days, to the nearest unit shown: `1 h 22 min`. */
export function formatDowntime(unavailability: number): string {
  const seconds = unavailability * SECONDS_PER_MONTH;
  if (seconds === 0) return "none";
  if (seconds < 9.95e-7) return "under 1 µs";
  if (seconds < 9.995e-4) return `${short(seconds * 1e6)} µs`;
  if (seconds < 0.9995) return `${short(seconds * 1e3)} ms`;
  if (seconds < 59.5) return `${short(seconds)} s`;
  if (Math.round(seconds) < 600) return twoUnits(Math.round(seconds), 60, "min", "s");
  const minutes = Math.round(seconds / 60);
  if (minutes < 24 * 60) return twoUnits(minutes, 60, "h", "min");
  return twoUnits(Math.round(seconds / 3600), 24, "d", "h");
}

function twoUnits(count: number, size: number, large: string, small: string): string {
  const whole = Math.floor(count / size);
  const rest = count % size;
  if (whole === 0) return `${rest} ${small}`;
  return rest === 0 ? `${whole} ${large}` : `${whole} ${large} ${rest} ${small}`;
}

function short(value: number): string {
  return value < 9.95 ? trim(value.toFixed(1), 0) : value.toFixed(0);
}

/** The value to print and how many decimals of its percentage to show. */
function printed(
  figure: Figure | number,
  apart: Apart,
): { readonly value: bigint; readonly decimals: number } {
  const exact = scaledFigure(figure);
  const thresholds = (apart.thresholds ?? []).map(scaledExactly);
  const others = (apart.others ?? []).map(scaledFigure);
  // A figure that the verdict counts as on its threshold must not be printed as below it.
  const met = thresholds.find((threshold) => isZero(exact - threshold) && threshold !== ONE);
  const value = met ?? exact;
  const least = Math.max(
    significantDecimals(value, 2),
    significantDecimals(ONE - value, 2),
    met === undefined ? 0 : writtenDecimals(met),
  );
  return { value, decimals: decimalsApart(value, least, [...thresholds, ...others]) };
}

/** The fewest decimals, from `least`, at which the floored value differs from every other that differs. */
function decimalsApart(value: bigint, least: number, others: readonly bigint[]): number {
  const different = others.filter((other) => !isZero(value - other));
  let decimals = least;
  while (decimals < PERCENT_SCALE) {
    const unit = 10n ** BigInt(PERCENT_SCALE - decimals);
    if (different.every((other) => other / unit !== value / unit)) break;
    decimals += 1;
  }
  return decimals;
}

/** Decimals of the percentage that show two significant digits of a value. */
function significantDecimals(value: bigint, least: number): number {
  if (value <= 0n) return least;
  return Math.min(PERCENT_SCALE, Math.max(least, SCALE - value.toString().length));
}

function writtenDecimals(value: bigint): number {
  return trim(floored(value, PERCENT_SCALE), 0).split(".")[1]?.length ?? 0;
}

function floored(value: bigint, decimals: number): string {
  const units = value / 10n ** BigInt(PERCENT_SCALE - decimals);
  const digits = units.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Drop trailing zeros of a decimal fraction, but keep `least` decimals. */
function trim(text: string, least: number): string {
  const [whole, fraction = ""] = text.split(".");
  let end = fraction.length;
  while (end > least && fraction[end - 1] === "0") end -= 1;
  return end === 0 ? whole! : `${whole}.${fraction.slice(0, end)}`;
}

function isZero(difference: bigint): boolean {
  return difference <= ZERO && difference >= -ZERO;
}

/** The availability, read from whichever side has more digits; 12 of them drop the noise of sums. */
function scaledFigure(figure: Figure | number): bigint {
  if (typeof figure === "number") {
    const rounded = scaledRounded(figure, 15);
    return rounded >= ONE && figure < 1 ? scaledExactly(figure) : rounded;
  }
  return figure.unavailability <= 0.5
    ? ONE - scaledRounded(figure.unavailability, 12)
    : scaledRounded(figure.availability, 12);
}

function scaledRounded(value: number, significant: number): bigint {
  return scaledText(value.toExponential(significant - 1));
}

/** The shortest decimal text of a number is the one that a person wrote. */
function scaledExactly(value: number): bigint {
  return scaledText(value.toExponential());
}

/** Of a non-negative number in exponent form; what lies below the scale counts as its last unit. */
function scaledText(text: string): bigint {
  const [mantissa, exponent] = text.split("e");
  const [whole, fraction = ""] = mantissa!.split(".");
  const digits = BigInt(whole! + fraction);
  const power = SCALE + Number(exponent) - fraction.length;
  if (power >= 0) return digits * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (digits + divisor - 1n) / divisor;
}
