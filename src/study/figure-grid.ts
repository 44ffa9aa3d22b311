import type { Row } from "./row.ts";

export type Cell = {
  readonly theta: number;
  readonly rho: number;
  readonly gain: number;
  /** Where the cell ends, half-way to its neighbours. */
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
};

/** What Figure 1 shows. Availabilities and gains are in [0, 1]. */
export type Grid = {
  readonly cells: readonly Cell[];
  readonly thetas: readonly number[];
  readonly rhos: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly greatest: number;
  /** Replicas before and after. */
  readonly from: number;
  readonly to: number;
};

/** The grid of the rows of the family `sensitivity`; `null` where no row of it holds θ, ρ and a gain. */
export function gridOf(rows: readonly Row[]): Grid | null {
  const known = rows.flatMap((row) => {
    const { family, theta, rho, gap } = row;
    return family === "sensitivity" && theta !== null && rho !== null && gap !== null
      ? [{ row, theta, rho, gain: gap }]
      : [];
  });
  const first = known[0];
  if (first === undefined) return null;
  const thetas = distinct(known.map(({ theta }) => theta));
  const rhos = distinct(known.map(({ rho }) => rho));
  const [across, up] = [edgesOf(thetas), edgesOf(rhos)];
  const columns = new Map(thetas.map((theta, i) => [theta, i]));
  const lines = new Map(rhos.map((rho, i) => [rho, i]));
  const cells = known.map(({ theta, rho, gain }) => {
    const [column, line] = [columns.get(theta)!, lines.get(rho)!];
    const [left, right] = [across[column]!, across[column + 1]!];
    return { theta, rho, gain, left, right, bottom: up[line]!, top: up[line + 1]! };
  });
  return {
    cells,
    thetas,
    rhos,
    left: across[0]!,
    right: across.at(-1)!,
    bottom: up[0]!,
    top: up.at(-1)!,
    greatest: cells.reduce((most, { gain }) => Math.max(most, gain), 0),
    ...replicasOf(first.row),
  };
}

function distinct(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Half-way between neighbours, and as far beyond the outermost. */
function edgesOf(values: readonly number[]): readonly number[] {
  const inner = values.slice(1).map((value, i) => (values[i]! + value) / 2);
  const [first, last] = [values[0]!, values.at(-1)!];
  const start = inner[0] ?? first + 0.005;
  const end = inner.at(-1) ?? last - 0.005;
  return [2 * first - start, ...inner, 2 * last - end];
}

/** A row tells its replicas after; those before are the fewest whose availability is its baseline. */
function replicasOf({ theta, rho, replicas, baseline }: Row): Pick<Grid, "from" | "to"> {
  const to = replicas ?? 3;
  for (let from = 1; from < to; from++) {
    const before = (rho ?? 0) * replicated(theta ?? 0, from);
    if (baseline !== null && Math.abs(before - baseline) < 1e-9) return { from, to };
  }
  return { from: 1, to };
}

/** The availability of `replicas` of θ each, of which one suffices: 1-(1-θ)^R (Eq. 5). */
export function replicated(theta: number, replicas: number): number {
  let down = 1;
  for (let i = 0; i < replicas; i++) down *= 1 - theta;
  return 1 - down;
}

export type Point = { readonly theta: number; readonly rho: number };

/** How far beyond the grid the contour is followed, as a share of the grid's ρ: to its edge, for sure. */
const BEYOND = 0.005;

/** ρ = 1-(1-θ)^R over the grid's θ in `steps` steps, as far as it lies in the grid. */
export function contourOf(grid: Grid, steps: number): readonly Point[] {
  const [from, to] = [Math.max(grid.left, 0), Math.min(grid.right, 1)];
  const beyond = BEYOND * (grid.top - grid.bottom);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const theta = from + ((to - from) * i) / steps;
    return { theta, rho: replicated(theta, grid.to) };
  }).filter(({ rho }) => rho >= grid.bottom - beyond && rho <= grid.top + beyond);
}

/** What the grid's model gains at a point, in [0, 1]. */
export function gainAt({ theta, rho }: Point, { from, to }: Grid): number {
  return rho * (replicated(theta, to) - replicated(theta, from));
}
