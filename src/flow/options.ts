/** What both entries take where the user says nothing, and the most that they take. */

export const DEFAULT_MODEL = "availability.yaml";

/** States to draw for an endpoint that is too large for an exact answer. */
export const DEFAULT_SAMPLES = 200_000;
export const MOST_SAMPLES = 100_000_000;

export const DEFAULT_SEED = 1;
export const MOST_SEED = 2 ** 32 - 1;

/** A whole number from `least` to `most`, of at most twelve digits; `null` where the text is none. */
export function wholeNumber(text: string, least: number, most: number): number | null {
  if (!/^\d{1,12}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}
