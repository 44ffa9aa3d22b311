import { contourOf, type Grid, gainAt, type Point, replicated } from "./figure-grid.ts";

/** A word on the map, at a point of it, moved by `dx` and `dy` pixels. */
export type Word = Point & {
  readonly text: string;
  readonly align: "left" | "center";
  readonly dx: number;
  readonly dy: number;
  /** Whether the map is bright there. */
  readonly bright: boolean;
};

/** What bounds the endpoint on either side of the contour, and the contour's equation, each where there is room. */
export function wordsOf(grid: Grid): readonly Word[] {
  const word = (point: Point, text: string, align: Word["align"], dx = 0, dy = 0): Word => {
    return { ...point, text, align, dx, dy, bright: 2 * gainAt(point, grid) > grid.greatest };
  };
  const words: Word[] = [];
  const corner = placed(grid, 0.025, 0.945);
  if (replicated(corner.theta, grid.to) < corner.rho) {
    words.push(word(corner, "replica-bound", "left"));
  }
  const middle = placed(grid, 0.5, 0.06);
  if (replicated(middle.theta, grid.to) > middle.rho) {
    words.push(word(middle, "dependency-bound", "center"));
  }
  const contour = contourOf(grid, 100);
  const point = contour[Math.floor(contour.length * 0.3)];
  if (point !== undefined) words.push(word(point, equation(grid.to), "left", 6, 20));
  return words;
}

function placed(grid: Grid, across: number, up: number): Point {
  return {
    theta: grid.left + (grid.right - grid.left) * across,
    rho: grid.bottom + (grid.top - grid.bottom) * up,
  };
}

/** The contour as it is written; the font has three raised figures. */
export function equation(replicas: number): string {
  const power = ["", "", "²", "³"][replicas] ?? `^${replicas}`;
  return `ρ = 1 − (1 − θ)${power}`;
}
