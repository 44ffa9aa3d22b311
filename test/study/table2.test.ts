import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chanceOfMisses } from "../../src/study/cells.ts";
import { checkStudy } from "../../src/study/checks.ts";
import { asPublished, PUBLISHED, PUBLISHED_ERRORS, printedTo } from "../../src/study/published.ts";
import type { Row, StudyResult } from "../../src/study/row.ts";
import { runStudy } from "../../src/study/run.ts";
import { table2Csv, table2Of } from "../../src/study/table2.ts";
import { TITLES } from "../../src/study/titles.ts";
import { DEFAULT, only, validConfig } from "./default-study.ts";

const REFERENCE = new URL(
  "../../../shared/reference/synthetic-study/table2_summary.csv",
  import.meta.url,
);

const comparable = asPublished(DEFAULT, DEFAULT);
const result = runStudy({
  ...DEFAULT,
  families: DEFAULT.families.map((one) => ({ ...one, samples: 2000 })),
});
const table = table2Of(result, comparable);

/** The same study with one row of a family changed. */
function changed(family: Row["family"], change: (row: Row) => Row): StudyResult {
  const at = result.rows.findIndex((row) => row.family === family);
  return { ...result, rows: result.rows.map((row, index) => (index === at ? change(row) : row)) };
}

function checksOf(given: StudyResult) {
  return checkStudy(given, table2Of(given, comparable));
}

describe("Table 2", () => {
  it("has a row for each family, and agrees with every figure that the paper prints", () => {
    expect(table.map(({ family }) => family)).toEqual(DEFAULT.families.map((one) => one.family));
    const figures = table.flatMap((row) => row.figures);
    expect(figures.filter(({ agrees }) => agrees === false)).toEqual([]);
    const printed = Object.values(PUBLISHED).flat();
    expect(figures.filter(({ agrees }) => agrees === true)).toHaveLength(printed.length);
  });

  it("compares only families whose systems are the paper's", () => {
    const families = DEFAULT.families.map((one) =>
      one.family === "fanout" ? { ...one, degree: [1, 2] } : { ...one, samples: 7 },
    );
    const other = asPublished({ ...DEFAULT, families }, DEFAULT);
    expect([...comparable].filter((family) => !other.has(family))).toEqual(["fanout"]);
    const fanout = table2Of(result, other).find(({ family }) => family === "fanout");
    expect(fanout?.figures.map(({ paper, agrees }) => [paper, agrees])).toEqual(
      Array.from({ length: 3 }, () => [null, null]),
    );
    expect(fanout?.paperError).toBeNull();
  });

  it("finds no figures where only a simulation was asked for", () => {
    const drawn = only("monte-carlo", DEFAULT);
    const families = drawn.families
      .filter(({ family }) => family === "chain" || family === "single-point-of-failure")
      .map((one) => ({ ...one, samples: 500 }));
    const config = { ...drawn, families };
    const simulated = runStudy(config);
    const rows = table2Of(simulated, asPublished(config, DEFAULT));
    expect(rows.map(({ figures }) => figures)).toEqual([[], []]);
    expect(checkStudy(simulated, rows)).toMatchObject({ faults: [], cells: 46 });
    // The closed forms are what is left to hold it to.
    const off = simulated.rows.map((row) => ({ ...row, closedForm: 0.5 }));
    const held = { ...simulated, rows: off };
    expect(checkStudy(held, table2Of(held, new Set())).faults).toHaveLength(1);
  });

  it("takes any study", () => {
    const config = validConfig(`
version: 1
name: own
seed: 1
samples: 100
confidence: 90%
families:
  sensitivity: { theta: 0.9, rho: 0.95, baseReplicas: 2, replicas: 2 }
  replicated-bottleneck: { replicas: 0, rho: 0.5, theta: 0.9, entryTheta: 1 }
`);
    const own = runStudy(config);
    const rows = table2Of(own, asPublished(config, DEFAULT));
    expect(checkStudy(own, rows).faults).toEqual([]);
    // All of its one cell is on one side of the contour: the mean of the other has no value.
    expect(rows[0]?.figures.map(({ name, ours }) => [name, ours])).toEqual([
      ["greatest gain from replicas", 0],
      ["cells the dependency limits", 1],
      ["mean gain there", 0],
    ]);
  });

  it("is a row a family as CSV, too", () => {
    const lines = table2Csv(table).trimEnd().split("\n");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(
      table.map(({ family }) => TITLES[family]),
    );
  });

  it.each([
    ["0.894", 5e-4],
    ["0.9400", 5e-5],
    ["0", 1e-12],
    ["8.20010725988e-13", 1e-12],
    ["0.530178022559", 1e-12],
  ])("takes %s to be known to %d", (text, tolerance) => {
    expect(printedTo(text)).toBe(tolerance);
  });
});

describe("the checks of a study", () => {
  it("hold, and count what they held", () => {
    const { faults, closedForms, furthest, published, agreeing } = checksOf(result);
    expect(faults).toEqual([]);
    expect(closedForms).toBeGreaterThan(3700);
    expect(furthest).toBeLessThan(1e-13);
    expect(agreeing).toBe(published);
  });

  it("tell a figure that is not what its closed form says", () => {
    const off = changed("timeout", (row) => ({ ...row, reference: (row.reference ?? 0) + 2e-12 }));
    expect(checksOf(off).faults).toEqual([
      "Timeout/hang, timeout=50ms:retries=0: not what its closed form says",
    ]);
    const lost = changed("chain", (row) => ({ ...row, exact: Number.NaN }));
    expect(checksOf(lost).faults.length).toBeGreaterThan(0);
  });

  it("tell a figure that is not what the paper prints", () => {
    const off = changed("async-side-effect", (row) => ({ ...row, gap: 1e-9 }));
    expect(checksOf(off).faults).toEqual([
      "Async side effect, its loss to async calls: not what the paper prints",
    ]);
  });

  it("allow what chance may miss, and no more", () => {
    const missing = (cells: number): StudyResult => {
      let left = cells;
      const rows = result.rows.map((row): Row => {
        if (row.simulated === null || left === 0) return row;
        left -= 1;
        return { ...row, simulated: { ...row.simulated, estimate: 0.001 } };
      });
      return { ...result, rows };
    };
    expect(checksOf(missing(1)).missed).toBe(checksOf(result).missed + 1);
    expect(checksOf(missing(4)).faults).toEqual([]);
    expect(checksOf(missing(5)).faults).toEqual([
      expect.stringMatching(/ of 73 simulated cells miss their 99\.9% interval/),
    ]);
  });

  it("know how likely misses are", () => {
    expect(chanceOfMisses(0, 73)).toBe(1);
    expect(chanceOfMisses(1, 1)).toBeCloseTo(0.001, 15);
    expect(chanceOfMisses(1, 73)).toBeCloseTo(1 - 0.999 ** 73, 12);
    expect(chanceOfMisses(2, 2)).toBeCloseTo(1e-6, 15);
    expect(chanceOfMisses(74, 73)).toBe(0);
  });
});

describe.skipIf(!existsSync(REFERENCE))("published Table 2 (skipped: ../shared is absent)", () => {
  it("prints each figure that we hold ours against", () => {
    const published = readFileSync(REFERENCE, "utf8");
    const families = table.filter(({ family }) => !family.startsWith("large-"));
    for (const { family } of families.filter((one) => PUBLISHED[one.family].length > 0)) {
      const line = published.split("\n").find((one) => one.startsWith(TITLES[family])) ?? "";
      const error = PUBLISHED_ERRORS[family];
      if (error !== undefined) expect(line).toContain(error);
      // The line has some of them shorter: `0.9490` of 0.94905, `94%` of 0.94.
      const own = PUBLISHED[family].filter((figure) => figure !== null && line.includes(figure));
      expect(own.length).toBeGreaterThan(0);
    }
  });
});
