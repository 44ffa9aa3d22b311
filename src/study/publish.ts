import { type Checks, checkStudy } from "./checks.ts";
import type { StudyConfig } from "./config.ts";
import { manifestJson, type StudyFile, sha256 } from "./manifest.ts";
import { asPublished } from "./published.ts";
import { rawResultsCsv, scaleSanityCsv } from "./raw-results.ts";
import { reportMarkdown } from "./report.ts";
import type { StudyResult } from "./row.ts";
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
  readonly picture: { readonly svg: string; readonly png: Uint8Array } | null;
};

/** All that a study publishes. */
export type Published = {
  readonly table: readonly Table2Row[];
  readonly checks: Checks;
  readonly report: string;
  /** In the order in which they are to be written: the manifest, which vouches for the others, last. */
  readonly files: readonly StudyFile[];
};

/** What a study writes, from its rows alone. */
export function publish(ran: Ran): Published {
  const { config, configuration, overridden, paper, version, result, picture } = ran;
  const { name, seed, samples, confidence } = config;
  const comparable = asPublished(config, paper);
  const table = table2Of(result, comparable);
  const checks = checkStudy(result, table);
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
    { name: "raw_results.csv", content: rawResultsCsv(result.rows, name) },
    { name: "scale_sanity.csv", content: scaleSanityCsv(result.scale, name) },
    { name: "table2.csv", content: table2Csv(table) },
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
  return { table, checks, report, files: [...files, manifest] };
}
