/** What is fitted: residuals of one or two unknowns, smooth in them. */
export type Residuals = (unknowns: readonly number[]) => readonly number[];

export type Fit = {
  readonly unknowns: readonly number[];
  /** Half the sum of squares is least here. */
  readonly residuals: readonly number[];
  /**
   * How many of the unknowns, or combinations of them, the residuals tell: where that is fewer than
   * there are, others fit as well, and these lie nearest to the start.
   */
  readonly rank: number;
};

/**
 * Pulls towards the start, which lead along a curved valley to that of its points which is nearest. The
 * last leaves what is told where it is, to far more than three digits.
 */
const PULLS = [1e-2, 1e-4];
const LAST_PULL = 1e-9;
/** Of the largest squared slope: what a smaller one tells is too little to leave the start for. */
const TOLD = 1e-4;
const STEP = 1e-4;
const MOST_ROUNDS = 60;

/**
 * Least squares by the method of Levenberg (1944) and Marquardt (1963), with slopes by central differences.
 *
 * @param start one or two unknowns
 * @param limit the unknowns stay within `[low, high]`
 */
export function fitLeastSquares(
  residualsOf: Residuals,
  start: readonly number[],
  limit: readonly [low: number, high: number],
): Fit {
  let at: readonly number[] = start;
  for (const pull of PULLS) at = descend(residualsOf, at, { start, limit, pull });
  const free = descend(residualsOf, at, { start, limit, pull: LAST_PULL });
  const rank = rankOf(slopesOf(residualsOf, free));
  const unknowns = rank === start.length ? free : at;
  return { unknowns, residuals: residualsOf(unknowns), rank };
}

type Rules = {
  readonly start: readonly number[];
  readonly limit: readonly [low: number, high: number];
  readonly pull: number;
};

function descend(residualsOf: Residuals, from: readonly number[], rules: Rules): readonly number[] {
  const { start, limit, pull } = rules;
  const within = (x: number) => Math.min(limit[1], Math.max(limit[0], x));
  const sumOf = (at: readonly number[], residuals: readonly number[]) =>
    sumSquares(residuals) + pull * sumSquares(at.map((x, i) => x - start[i]!));
  let at = from.map(within);
  let residuals = residualsOf(at);
  let sum = sumOf(at, residuals);
  let damping = 1e-3;
  for (let round = 0; round < MOST_ROUNDS && damping < 1e12; round++) {
    const step = stepOf(slopesOf(residualsOf, at), residuals, at, damping, rules);
    const next = at.map((x, i) => within(x + step[i]!));
    const moved = Math.max(...next.map((x, i) => Math.abs(x - at[i]!)));
    if (moved < 1e-12) break;
    const there = residualsOf(next);
    const sumThere = sumOf(next, there);
    if (sumThere < sum) {
      [at, residuals, sum] = [next, there, sumThere];
      damping = Math.max(1e-12, damping / 10);
    } else {
      damping *= 10;
    }
  }
  return at;
}

function sumSquares(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one * one, 0);
}

/** By unknown: of each residual. */
function slopesOf(residualsOf: Residuals, at: readonly number[]): readonly (readonly number[])[] {
  return at.map((x, i) => {
    const [before, after] = [x - STEP, x + STEP].map((one) => residualsOf(at.with(i, one)));
    return after!.map((one, residual) => (one - before![residual]!) / (2 * STEP));
  });
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, one, i) => sum + one * b[i]!, 0);
}

/** Of (JᵀJ + pull + damping) step = -Jᵀr - pull · (x - start), by Cramer's rule. */
function stepOf(
  slopes: readonly (readonly number[])[],
  residuals: readonly number[],
  at: readonly number[],
  damping: number,
  { start, pull }: Rules,
): readonly number[] {
  const down = slopes.map((one, i) => -dot(one, residuals) - pull * (at[i]! - start[i]!));
  const own = slopes.map((one) => dot(one, one) * (1 + damping) + pull * (1 + damping));
  if (own.length === 1) return [down[0]! / own[0]!];
  const shared = dot(slopes[0]!, slopes[1]!);
  const determinant = own[0]! * own[1]! - shared * shared;
  return [
    (down[0]! * own[1]! - shared * down[1]!) / determinant,
    (own[0]! * down[1]! - shared * down[0]!) / determinant,
  ];
}

/** From the eigenvalues of JᵀJ. */
function rankOf(slopes: readonly (readonly number[])[]): number {
  const [a = 0, d = 0] = slopes.map((one) => dot(one, one));
  const b = slopes.length < 2 ? 0 : dot(slopes[0]!, slopes[1]!);
  const half = Math.sqrt(((a - d) / 2) ** 2 + b * b);
  const [large, small] = [(a + d) / 2 + half, (a + d) / 2 - half];
  if (large < 1e-18) return 0;
  return small > TOLD * large ? 2 : 1;
}
