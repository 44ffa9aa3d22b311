import { type Checks, checkStudy } from "./checks.ts";
import type { StudyConfig } from "./config.ts";
import type { Figure } from "./figure.ts";
import { manifestJson, type StudyFile, sha256 } from "./manifest.ts";
import { asPublished } from "./published.ts";
import { rawResultsCsv, scaleSanityCsv } from "./raw-results.ts";
import { reportMarkdown } from "./report.ts";
import type { FamilyName, StudyResult } from "./row.ts";
import { type Table2Row, table2Csv, table2Of } from "./table2.ts";

/** A study that ran, and what it ran on. */
export type Ran = {
  readonly config: StudyConfig;
  /** The configuration's text, and which of its settings the command line replaced. */
  readonly configuration: string;
  readonly overridden: readonly string[];
  /** The paper's own configuration: where the systems are the same, figures are compared. */
  readonly paper: StudyConfig;
  readonly version: string;
  readonly result: StudyResult;
};

/** What follows from the rows alone. */
export type Tables = {
  readonly table: readonly Table2Row[];
  readonly checks: Checks;
  readonly comparable: ReadonlySet<FamilyName>;
  readonly files: readonly StudyFile[];
};

/** All that a study publishes. */
export type Published = {
  readonly report: string;
  /** In the order in which they are to be written: the manifest, which vouches for the others, last. */
  readonly files: readonly StudyFile[];
};

/** The tables of a study: apart from the rest, because they can be made while the picture is drawn. */
export function tablesOf({ config, paper, result }: Ran): Tables {
  const comparable = asPublished(config, paper);
  const table = table2Of(result, comparable);
  const files = [
    { name: "raw_results.csv", content: rawResultsCsv(result.rows, config.name) },
    { name: "scale_sanity.csv", content: scaleSanityCsv(result.scale, config.name) },
    { name: "table2.csv", content: table2Csv(table) },
  ];
  return { table, checks: checkStudy(result, table), comparable, files };
}

/** What a study writes, from its rows, their tables and the picture alone. */
export function publish(
  { config, configuration, overridden, version }: Ran,
  { table, checks, comparable, files: tables }: Tables,
  picture: Figure | null,
): Published {
  const { name, seed, samples, confidence } = config;
  const report = reportMarkdown({
    name,
    version,
    seed,
    confidence,
    configHash: sha256(configuration),
    table,
    checks,
    comparable,
    picture: picture === null ? null : "figure1.svg",
  });
  const files: readonly StudyFile[] = [
    { name: "configuration.yaml", content: configuration },
    ...tables,
    ...(picture === null
      ? []
      : [
          { name: "figure1.svg", content: picture.svg },
          { name: "figure1.png", content: picture.png },
        ]),
    { name: "report.md", content: report },
  ];
  const origin = { name, version, seed, samples, confidence, configuration, overridden };
  const manifest = { name: "manifest.json", content: manifestJson(origin, files) };
  return { report, files: [...files, manifest] };
}
