import { formatPoints } from "../availability/figures.ts";
import type { Cause } from "../gate/result.ts";
import { changeWords } from "./change-words.ts";
import { count, type Phrase, say } from "./phrase.ts";

/** A cause as every format shows it. */
export type CauseRow = {
  readonly cause: Cause;
  /** In percentage points, signed: `−0.49`. */
  readonly effect: string;
  readonly words: Phrase;
};

/**
 * The causes of one endpoint in words. Their effects have the decimals with which the delta is printed, and
 * are rounded so that they sum to it as it is printed, which is floored.
 */
export function causeRows(causes: readonly Cause[], delta: number): readonly CauseRow[] {
  const effects = effectTexts(
    causes.map(({ effect }) => effect),
    delta,
  );
  return causes.map((cause, at) => ({
    cause,
    effect: effects[at]!,
    words: [...causeWords(cause), ...rangeWords(cause)],
  }));
}

/** What is seen of the system has another weight than what was changed in it: those after these. */
export function systemFirst(rows: readonly CauseRow[]): readonly CauseRow[] {
  return rows.toSorted((a, b) => Number(isEvidence(a.cause)) - Number(isEvidence(b.cause)));
}

/** Whether nothing but evidence was updated. */
export function isEvidence({ changes }: Cause): boolean {
  return changes.every(({ kind }) => kind === "evidence");
}

/** "`payment` runs 1 replica instead of 3, and 2 more changes". */
export function causeWords({ changes }: Cause): Phrase {
  const [first, second, ...more] = changes;
  if (first === undefined) return ["what is not told apart"];
  if (second === undefined) return changeWords(first);
  const rest = more.length === 0 ? changeWords(second) : [count(more.length + 1, "more change")];
  return say`${changeWords(first)}, and ${rest}`;
}

/** What draws leave open: " (between −0.52 and −0.48)". */
function rangeWords({ interval }: Cause): Phrase {
  if (interval === undefined) return [];
  const [low, high] = interval.map(
    (end) => `${end < 0 ? "−" : "+"}${formatPoints(end).split(" ")[0]}`,
  );
  return [` (between ${low} and ${high})`];
}

function effectTexts(effects: readonly number[], delta: number): readonly string[] {
  const shown = /\.(\d+) /.exec(formatPoints(delta))?.[1] ?? "00";
  const decimals = shown.length;
  const units = effects.map((effect) => inUnits(effect, decimals));
  const whole = wholeUnits(units, Math.trunc(inUnits(delta, decimals)));
  return units.map((unit, at) => {
    const sign = unit < 0 ? "−" : "+";
    const size = Math.abs(whole[at]!);
    if (size > 0) return `${sign}${fixed(size, decimals)}`;
    return `${sign}<${fixed(1, decimals)}`;
  });
}

/** Of the last decimal of a percentage; twelve digits drop the noise of sums. */
function inUnits(value: number, decimals: number): number {
  return Number((value * 10 ** (decimals + 2)).toPrecision(12));
}

/** Each rounded to one of its two neighbours, the largest remainders up, so that they sum to `total`. */
function wholeUnits(units: readonly number[], total: number): readonly number[] {
  const whole = units.map(Math.floor);
  const missing = total - whole.reduce((sum, one) => sum + one, 0);
  const order = units
    .map((unit, at) => ({ at, left: unit - whole[at]! }))
    .filter(({ left }) => left > 0)
    .toSorted((a, b) => b.left - a.left);
  for (const { at } of order.slice(0, Math.max(0, missing))) whole[at]! += 1;
  return whole;
}

function fixed(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
