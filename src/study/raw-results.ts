import { errorOf, halfWidth } from "./cells.ts";
import { csvText, type Field } from "./csv.ts";
import { SENTINEL } from "./families/large.ts";
import type { FamilyName, Row } from "./row.ts";
import { TITLES } from "./titles.ts";

type Column = readonly [name: string, value: (row: Row) => Field];

/** Where both tables agree, in the order in which the published files have them. */
const SHAPE: readonly Column[] = [
  ["scenario_id", (row) => row.scenario],
  ["metric_kind", (row) => row.metricKind],
  ["n_services", (row) => row.services],
  ["n_edges", (row) => row.dependencies],
  ["n_instances", (row) => row.instances],
  ["theta", (row) => row.theta],
  ["rho", (row) => row.rho],
  ["k_edges", (row) => row.length],
  ["degree", (row) => row.degree],
  ["replicas", (row) => row.replicas],
  ["exact_availability", (row) => row.exact],
  ["mc_estimate", (row) => row.simulated?.estimate ?? null],
  ["mc_abs_error", errorOf],
  ["ci_half_width", halfWidth],
];

const COMPARED: readonly Column[] = [
  ["baseline_availability", (row) => row.baseline],
  ["reference_availability", (row) => row.reference],
  ["gap", (row) => row.gap],
  ["signed_bias", (row) => row.signedBias],
];

const NOTE: Column = ["note", (row) => row.note];

/** `raw_results.csv`: joins the published file of that name on `family` and `scenario_id`. */
export function rawResultsCsv(rows: readonly Row[], suite: string): string {
  const family: Column = ["family", (row) => TITLES[row.family]];
  return tableOf(suite, [family, ...SHAPE, ...COMPARED, NOTE], rows);
}

/** `scale_sanity.csv`: the large families; joins on `graph_family` and `scenario_id`. */
export function scaleSanityCsv(rows: readonly Row[], suite: string): string {
  return tableOf(suite, [["graph_family", graphFamily], ...SHAPE, NOTE], rows);
}

function tableOf(suite: string, columns: readonly Column[], rows: readonly Row[]): string {
  return csvText(
    ["suite_id", ...columns.map(([name]) => name)],
    rows.map((row) => [suite, ...columns.map(([, value]) => value(row))]),
  );
}

const GRAPHS: Readonly<Partial<Record<FamilyName, string>>> = {
  "large-chain": "chain",
  "large-fanout": "fanout",
  "large-bottleneck": "replicated_bottleneck",
};

/** The published file calls the simulated row of the bottleneck by a shorter name. */
function graphFamily({ family, metricKind }: Row): string {
  if (family === "large-bottleneck" && metricKind === SENTINEL) return "bottleneck";
  return GRAPHS[family] ?? family;
}
