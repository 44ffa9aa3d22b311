import { readFileSync } from "node:fs";
import type { FamilyConfig, Metric, StudyConfig } from "../../src/study/config.ts";
import { readStudyConfig } from "../../src/study/read-config.ts";
import type { FamilyName, Row } from "../../src/study/row.ts";
import { runStudy } from "../../src/study/run.ts";

export const DEFAULT_TEXT = readFileSync(
  new URL("../../src/study/default.yaml", import.meta.url),
  "utf8",
);

/** A configuration that must be valid. */
export function validConfig(text: string): StudyConfig {
  const { config, diagnostics } = readStudyConfig(text, "study.yaml");
  if (config === null) throw new Error(JSON.stringify(diagnostics));
  return config;
}

export const DEFAULT = validConfig(DEFAULT_TEXT);

/** The same study with one metric only, and without the families that do not know it. */
export function only(metric: Metric, config: StudyConfig): StudyConfig {
  const families = config.families
    .filter(({ metrics }) => metrics.includes(metric))
    .map((one) => ({ ...one, metrics: [metric] }));
  return { ...config, families };
}

export function familyOf<Name extends FamilyName>(
  name: Name,
): Extract<FamilyConfig, { readonly family: Name }> {
  const found = DEFAULT.families.find(({ family }) => family === name);
  return found as Extract<FamilyConfig, { readonly family: Name }>;
}

/** All rows, the large families last. */
export function rowsOf(config: StudyConfig): readonly Row[] {
  const { rows, scale } = runStudy(config);
  return [...rows, ...scale];
}
