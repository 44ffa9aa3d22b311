import { createHash } from "node:crypto";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import type { StudyConfig } from "../../src/study/config.ts";
import type { Figure } from "../../src/study/figure.ts";
import { publish, type Ran, tablesOf } from "../../src/study/publish.ts";
import { runStudy } from "../../src/study/run.ts";
import { DEFAULT, DEFAULT_TEXT, validConfig } from "./default-study.ts";

const SMALL = `
version: 1
name: own-study
seed: 5
samples: 200
confidence: 90%
families:
  chain: { length: [1, 2], theta: 0.9, rho: 0.95 }
`;

function ran(config: StudyConfig, configuration: string, more: Partial<Ran> = {}): Ran {
  return {
    config,
    configuration,
    overridden: [],
    paper: DEFAULT,
    version: "1.2.3",
    result: runStudy(config),
    ...more,
  };
}

function published(given: Ran, figure: Figure | null = null) {
  return publish(given, tablesOf(given), figure);
}

const few = { ...DEFAULT, families: DEFAULT.families.map((one) => ({ ...one, samples: 500 })) };
const picture = { svg: "<svg/>", png: Uint8Array.of(1, 2, 3) };
const whole = ran(few, DEFAULT_TEXT);
const { files, report } = published(whole, picture);
const small = ran(validConfig(SMALL), SMALL);

describe("what a study publishes", () => {
  it("is a folder of files, the manifest last", () => {
    expect(files.map(({ name }) => name)).toEqual([
      "configuration.yaml",
      "raw_results.csv",
      "scale_sanity.csv",
      "table2.csv",
      "figure1.svg",
      "figure1.png",
      "report.md",
      "manifest.json",
    ]);
  });

  it("has a manifest with the hash of the configuration and of every other file", () => {
    const manifest = JSON.parse(String(files.at(-1)?.content));
    const hash = (content: string | Uint8Array) =>
      createHash("sha256").update(content).digest("hex");
    expect(manifest).toMatchObject({
      study: DEFAULT.name,
      seed: 20260605,
      samples: 200_000,
      confidence: 0.95,
      versions: { "availability-gate": "1.2.3" },
      configuration: { sha256: hash(DEFAULT_TEXT) },
    });
    expect(manifest.files).toEqual(
      files.slice(0, -1).map(({ name, content }) => ({
        name,
        bytes: Buffer.from(content).length,
        sha256: hash(content),
      })),
    );
  });

  it("is the same twice", () => {
    expect(published({ ...whole, result: runStudy(few) }, picture).files).toEqual(files);
  });

  it("names what the command line set instead of the configuration", () => {
    const { files: own } = published({ ...small, overridden: ["seed"] });
    expect(JSON.parse(String(own.at(-1)?.content)).overridden).toEqual(["seed"]);
  });
});

describe("the report", () => {
  it("is Markdown whose tables are tables", () => {
    const tables = marked.lexer(report).filter(({ type }) => type === "table");
    expect(tables).toHaveLength(2);
    for (const one of tables) {
      if (!("rows" in one) || !("header" in one)) throw new Error("no table");
      for (const row of one.rows) expect(row).toHaveLength(one.header.length);
    }
  });

  it("says that everything holds, shows the figure, and states both limits", () => {
    expect(report).toContain("**Everything holds.**");
    expect(report).toContain("](figure1.svg)");
    const best = (0.995 * 2) / (3 * Math.sqrt(3));
    expect(report).toContain(best.toFixed(6));
    expect(report).toContain((1 - 1 / Math.sqrt(3)).toFixed(4));
    expect(report).toContain("stays mandatory");
    expect(report).toContain("ranks the shared service first");
  });

  it("says what does not hold", () => {
    const rows = small.result.rows.map((row) => ({ ...row, closedForm: 0.5 }));
    const off = published({ ...small, result: { ...small.result, rows } });
    expect(off.report).toContain("**Not everything holds.**");
    expect(off.report).toContain("- Synchronous chain, k=1:theta=0.9:rho=0.95: not what its");
  });

  it("says of another study only what is true of it", () => {
    const other = published(small).report;
    expect(other).toContain("`own-study`, seed 5");
    expect(other).toMatch(/Of 2 intervals at 90%, [012] hold/);
    for (const words of ["the paper's 2", "figure1", "0.382976", "## A single", "✓"]) {
      expect(other.replace(/^✓:.*$/m, "")).not.toContain(words);
    }
  });
});
