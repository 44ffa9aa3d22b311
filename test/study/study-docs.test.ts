import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chanceOfMisses } from "../../src/study/cells.ts";
import { cellsOf, FAMILIES } from "../../src/study/config-families.ts";
import { publish, tablesOf } from "../../src/study/publish.ts";
import { readStudyConfig } from "../../src/study/read-config.ts";
import { runStudy } from "../../src/study/run.ts";
import { DEFAULT, DEFAULT_TEXT, only } from "./default-study.ts";

const root = join(import.meta.dirname, "../..");
const docs = readFileSync(join(root, "docs/study.md"), "utf8");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The lines of a Markdown text that are rows of tables. */
function tableRows(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.startsWith("|"));
}

describe("the page on the study", () => {
  it("shows a configuration that is valid as it stands", () => {
    const [, text = ""] = docs.match(/```yaml\n([\s\S]*?)```/) ?? [];
    const { config, diagnostics } = readStudyConfig(text, "study.yaml");
    expect(diagnostics).toEqual([]);
    expect(config?.families.map(({ family }) => family)).toEqual([
      "chain",
      "replicated-bottleneck",
    ]);
  });

  it("lists every family with its keys", () => {
    const rows = tableRows(docs);
    for (const [family, { fields }] of Object.entries(FAMILIES)) {
      const row = rows.find((line) => line.split("|")[1]?.includes(`\`${family}\``)) ?? "";
      for (const key of Object.keys(fields)) expect(row).toContain(`\`${key}\``);
    }
  });

  it("has Table 2 as the report has it", () => {
    const exact = only("exact", DEFAULT);
    const ran = {
      config: exact,
      configuration: DEFAULT_TEXT,
      overridden: [],
      paper: DEFAULT,
      version: "0.0.0",
      result: runStudy(exact),
    };
    const { report } = publish(ran, tablesOf(ran), null);
    const rows = tableRows(report);
    expect(rows.length).toBeGreaterThan(30);
    expect(docs).toContain(rows.join("\n"));
  });

  it("says how many misses are too many", () => {
    const cells = DEFAULT.families
      .filter(({ metrics }) => metrics.includes("monte-carlo"))
      .reduce((sum, one) => sum + cellsOf(one).drawn, 0);
    expect(docs).toContain(`of the default study's ${cells}, five`);
    expect(readme).toContain(`simulations of ${cells} of its systems`);
    expect(chanceOfMisses(4, cells)).toBeGreaterThan(1e-6);
    expect(chanceOfMisses(5, cells)).toBeLessThan(1e-6);
  });
});
