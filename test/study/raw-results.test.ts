import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rawResultsCsv, scaleSanityCsv } from "../../src/study/raw-results.ts";
import { runStudy } from "../../src/study/run.ts";
import { DEFAULT } from "./default-study.ts";
import { readCsv } from "./read-csv.ts";

const REFERENCE = new URL("../../../shared/reference/synthetic-study/", import.meta.url);

const result = runStudy({
  ...DEFAULT,
  families: DEFAULT.families.map((one) => ({ ...one, samples: 1000 })),
});
const tables = {
  "raw_results.csv": rawResultsCsv(result.rows, DEFAULT.name),
  "scale_sanity.csv": scaleSanityCsv(result.scale, DEFAULT.name),
};

/** Other draws, and other words: all else must be the same. */
const OWN = ["mc_estimate", "mc_abs_error", "ci_half_width", "note"];

type Table = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };

function read(text: string): Table {
  const [header = [], ...rows] = readCsv(text);
  return { header, rows };
}

describe("the tables of the study", () => {
  it.each(Object.entries(tables))("%s has a field in every column", (_name, text) => {
    const { header, rows } = read(text);
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => row.length !== header.length)).toEqual([]);
  });

  it("gives no key twice", () => {
    for (const text of Object.values(tables)) {
      const keys = read(text).rows.map(([, family, scenario]) => `${family} ${scenario}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("calls the sentinel of the bottleneck so, simulated or not", () => {
    const unsimulated = result.scale.map((row) => ({ ...row, simulated: null }));
    const names = (text: string) => read(text).rows.map(([, family]) => family);
    expect(names(scaleSanityCsv(unsimulated, DEFAULT.name))).toEqual(
      names(tables["scale_sanity.csv"]),
    );
  });

  it("has error and half-width where there is an estimate, and nowhere else", () => {
    const { header, rows } = read(tables["raw_results.csv"]);
    const filled = OWN.slice(0, 3).map((name) => header.indexOf(name));
    const counts = rows.map((row) => filled.filter((at) => row[at] !== "").length);
    expect(new Set(counts)).toEqual(new Set([0, 3]));
  });
});

describe.skipIf(!existsSync(REFERENCE))("published tables (skipped: ../shared is absent)", () => {
  it.each(Object.entries(tables))("%s joins the published one, text for text", (name, text) => {
    const published = read(readFileSync(new URL(name, REFERENCE), "utf8"));
    const ours = read(text);
    expect(ours.header).toEqual(published.header);
    const byKey = new Map(ours.rows.map((row) => [row.slice(0, 3).join(","), row]));
    const same = published.header.map((column) => !OWN.includes(column));
    const kept = (row: readonly string[]) => row.filter((_, at) => same[at]).join(",");
    const apart = published.rows.filter((row) => {
      const own = byKey.get(row.slice(0, 3).join(","));
      return own === undefined || kept(own) !== kept(row);
    });
    expect(apart).toEqual([]);
  });
});
