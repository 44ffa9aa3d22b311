import { describe, expect, it } from "vitest";
import { proportionInterval } from "../../src/availability/interval.ts";
import type { StudyConfig } from "../../src/study/config.ts";
import type { Row } from "../../src/study/row.ts";
import { DEFAULT, only, rowsOf } from "./default-study.ts";

const SEEDS = [1, 2, 3, 4];

type Cell = Row & { readonly simulated: NonNullable<Row["simulated"]> };

function cellsOf(config: StudyConfig): readonly Cell[] {
  return rowsOf(only("monte-carlo", config)).filter((row): row is Cell => row.simulated !== null);
}

function isWithin({ closedForm, simulated: { estimate, samples } }: Cell, alpha: number): boolean {
  const failures = samples - Math.round(estimate * samples);
  const [low, high] = proportionInterval(failures, samples, alpha);
  return 1 - high <= closedForm! && closedForm! <= 1 - low;
}

/** P(X ≥ count) of a binomial X. */
function tail(count: number, cells: number, chance: number): number {
  let term = (1 - chance) ** cells;
  let below = 0;
  for (let x = 0; x < count; x++) {
    below += term;
    term *= ((cells - x) / (x + 1)) * (chance / (1 - chance));
  }
  return 1 - below;
}

const own = cellsOf(DEFAULT);

describe("Monte Carlo figures", () => {
  it("are within their 99.9% interval in every cell of the default study", () => {
    expect(own).toHaveLength(36 + 5 + 6 + 2 + 10 + 1 + 9 + 4);
    expect(own.filter((cell) => !isWithin(cell, 0.001)).map(({ scenario }) => scenario)).toEqual(
      [],
    );
  });

  it("are as sure as the study asks for, by as many states", () => {
    for (const { family, simulated } of own) {
      const isLarge = family.startsWith("large-");
      const [low, high] = simulated.interval;
      expect(simulated.samples).toBe(isLarge ? 50_000 : 200_000);
      expect((high - low) / 2).toBeLessThanOrEqual(isLarge ? 0.0044 : 0.0022);
    }
  });

  it("miss their intervals at other seeds as often as chance has it", () => {
    const cells = SEEDS.flatMap((seed) => cellsOf({ ...DEFAULT, seed }));
    const missed = (alpha: number) => cells.filter((cell) => !isWithin(cell, alpha)).length;
    expect(tail(missed(0.001), cells.length, 0.001)).toBeGreaterThan(1e-4);
    expect(tail(missed(0.05), cells.length, 0.05)).toBeGreaterThan(1e-3);
    expect(tail(missed(0.05), cells.length, 0.05)).toBeLessThan(1 - 1e-3);
    const estimates = cells.map(({ simulated }) => simulated.estimate);
    expect(new Set(estimates).size).toBeGreaterThan(cells.length * 0.9);
  });

  it("do not depend on which other cells there are", () => {
    const families = DEFAULT.families.filter(({ family }) => family === "fanout");
    const alone = cellsOf({ ...DEFAULT, families });
    expect(alone).toEqual(own.filter(({ family }) => family === "fanout"));
  });
});
