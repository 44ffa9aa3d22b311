import { inFile, type SpecEntry, type SpecMap, type SpecNode } from "../model/document.ts";
import type { Report } from "../model/figures.ts";
import { alternatives, didYouMean, quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { parseYaml } from "../yaml/parse.ts";
import type { YamlProblem } from "../yaml/problem.ts";
import type { FamilyConfig, Metric, StudyConfig } from "./config.ts";
import { cellsOf, FAMILIES, isFamilyName, type SweepOf } from "./config-families.ts";
import {
  count,
  type Field,
  type FieldsOf,
  nameProblem,
  type Owner,
  probability,
  readFields,
  refuse,
  sweep,
} from "./config-fields.ts";
import { grouped } from "./grouped.ts";
import type { FamilyName } from "./row.ts";

export type ConfigOutcome = {
  /** `null` where the diagnostics hold an error. */
  readonly config: StudyConfig | null;
  /** All that is wrong, in the order of the lines. */
  readonly diagnostics: readonly Diagnostic[];
};

/** Of one run: more is a slip, or would take hours. */
export const MOST_CELLS = 100_000;
export const MOST_STATES = 1e9;

/** Read the configuration of a study from its YAML text; `file` is named in what is told. */
export function readStudyConfig(text: string, file: string): ConfigOutcome {
  const found: Diagnostic[] = [];
  const report = (one: Diagnostic): void => {
    found.push(one);
  };
  const root = rootOf(text, file, report);
  const config = root === null ? null : readRoot(root, report);
  if (config !== null && root !== null) refuseAbsurd(config, root, report);
  const diagnostics = found.toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
  return { config: hasErrors(diagnostics) ? null : config, diagnostics };
}

function rootOf(text: string, file: string, report: Report): SpecMap | null {
  const { documents, duplicates, problem } = parseYaml(text, "spec");
  const explain = ({ code, message, at }: YamlProblem): void =>
    report(diagnostic("error", code, message, { file, ...at }));
  if (problem !== null) {
    explain(problem);
    return null;
  }
  duplicates.forEach(explain);
  const [first, second] = documents;
  const root = first === undefined ? undefined : inFile(first, file);
  if (root?.kind === "map" && second === undefined) return root;
  const message =
    second === undefined
      ? "the configuration of a study is a map; begin it with `version: 1`"
      : "the configuration of a study is one YAML document; remove the second";
  const at = second?.at ?? first?.at ?? { line: 1, column: 1 };
  report(diagnostic("error", "invalid-value", message, { file, ...at }));
  return null;
}

const version: Field<1> = (key, node, report) =>
  node.kind === "scalar" && node.value === 1 ? 1 : refuse(key, node, "must be `1`", report);

const name: Field<string> = (key, node, report) => {
  if (node.kind !== "scalar" || typeof node.value !== "string") {
    return refuse(key, node, "must be text", report);
  }
  const problem = nameProblem(node.value);
  return problem === null ? node.value : refuse(key, node, problem, report);
};

/** Intervals are no surer than that one in a hundred million misses. */
const LEAST_DOUBT = 1e-8;

const confidence: Field<number> = (key, node, report) => {
  const read = probability(key, node, report);
  if (read === null) return null;
  if (read.p > 0 && read.q >= LEAST_DOUBT) return read.p;
  return refuse(key, node, "must be above 0% and at most 99.999999%", report);
};

const samples = count(1, MOST_STATES);

const families: Field<readonly FamilyConfig[]> = (key, node, report) => {
  if (node.kind !== "map" || node.entries.size === 0) {
    return refuse(key, node, "must be a map of families; name at least one", report);
  }
  const read = [...node.entries.values()].map((entry) => readFamily(entry, report));
  const whole = read.filter((one) => one !== null);
  return whole.length === read.length ? whole : null;
};

function readRoot(root: SpecMap, report: Report): StudyConfig | null {
  const owner = { subject: "the configuration", place: root.place };
  const fields = {
    version,
    name,
    seed: count(0, Number.MAX_SAFE_INTEGER),
    samples,
    confidence,
    families,
  };
  const read = readFields(root, owner, fields, report);
  if (read === null) return null;
  const { version: _, ...config } = read;
  return config;
}

function readFamily({ key, keyPlace, value }: SpecEntry, report: Report): FamilyConfig | null {
  if (!isFamilyName(key)) {
    const known = Object.keys(FAMILIES);
    const remedy = didYouMean(key, known) || `; known: ${known.join(", ")}`;
    report(
      diagnostic("error", "unknown-family", `unknown family ${quote(key)}${remedy}`, keyPlace),
    );
    return null;
  }
  if (value.kind !== "map") {
    return refuse(
      key,
      value,
      `must be a map with ${Object.keys(FAMILIES[key].fields).join(", ")}`,
      report,
    );
  }
  return readSweep(key, { subject: quote(key), place: keyPlace }, value, report);
}

function readSweep<Name extends FamilyName>(
  family: Name,
  owner: Owner,
  map: SpecMap,
  report: Report,
): FamilyConfig | null {
  const fields: FieldsOf<SweepOf<Name>> = FAMILIES[family].fields;
  const swept = readFields(map, owner, fields, report, ["metrics", "samples"]);
  const part = (key: string): SpecNode | undefined => map.entries.get(key)?.value;
  const [asked, own] = [part("metrics"), part("samples")];
  const metrics =
    asked === undefined ? FAMILIES[family].metrics : metricsOf(family)("metrics", asked, report);
  const states = own === undefined ? null : samples("samples", own, report);
  if (swept === null || metrics === null || (own !== undefined && states === null)) return null;
  // Of the union the member that `family` names: the fields are of its type.
  return { family, metrics, samples: states, ...swept } as unknown as FamilyConfig;
}

function metricsOf(family: FamilyName): Field<readonly Metric[]> {
  const known = FAMILIES[family].metrics;
  return sweep((key, node, report) => {
    const value = node.kind === "scalar" ? node.value : null;
    const metric = known.find((one) => one === value);
    const demand = `must be ${alternatives(known.map(quote))}`;
    return metric ?? refuse(key, node, demand, report);
  });
}

/** One line about the whole: what would fill the disk or take hours. */
function refuseAbsurd(config: StudyConfig, root: SpecMap, report: Report): void {
  const place = root.entries.get("families")?.keyPlace ?? root.place;
  let cells = 0;
  let states = 0;
  for (const one of config.families) {
    const { rows, drawn } = cellsOf(one);
    cells += rows;
    if (one.metrics.includes("monte-carlo")) states += drawn * (one.samples ?? config.samples);
  }
  const tell = (message: string): void => report(diagnostic("error", "too-large", message, place));
  if (cells > MOST_CELLS) {
    tell(
      `the sweeps make ${grouped(cells)} cells, more than ${grouped(MOST_CELLS)}; take fewer values`,
    );
  } else if (states > MOST_STATES) {
    tell(
      `${grouped(states)} states would be drawn, more than ${grouped(MOST_STATES)}; take fewer \`samples\`, or \`metrics: [exact]\` for the large sweeps`,
    );
  }
}
