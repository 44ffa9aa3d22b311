import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FamilyName, Row, StudyResult } from "../../src/study/row.ts";
import { runStudy } from "../../src/study/run.ts";
import { DEFAULT, only } from "./default-study.ts";

const REFERENCE = new URL("../../../shared/reference/synthetic-study/", import.meta.url);

/** Published names of the families. */
const NAMES: Readonly<Record<FamilyName, string>> = {
  chain: "Synchronous chain",
  fanout: "Fan-out",
  "replicated-bottleneck": "Replicated bottleneck",
  sensitivity: "Node vs. edge sensitivity",
  "async-side-effect": "Async side effect",
  "single-point-of-failure": "",
  "failure-domain": "Failure domain",
  timeout: "Timeout/hang",
  "trace-incompleteness": "Trace incompleteness",
  "large-chain": "chain",
  "large-fanout": "fanout",
  "large-bottleneck": "replicated_bottleneck",
};

/** Ours by the published column. Both name the simulated row of the bottleneck `bottleneck`. */
const COLUMNS: Readonly<Record<string, (row: Row) => number | null>> = {
  n_services: (row) => row.services,
  n_edges: (row) => row.dependencies,
  n_instances: (row) => row.instances,
  theta: (row) => row.theta,
  rho: (row) => row.rho,
  k_edges: (row) => row.length,
  degree: (row) => row.degree,
  replicas: (row) => row.replicas,
  exact_availability: (row) => row.exact,
  baseline_availability: (row) => row.baseline,
  reference_availability: (row) => row.reference,
  gap: (row) => row.gap,
  signed_bias: (row) => row.signedBias,
};

type Published = Readonly<Record<string, string>>;

function read(file: string): readonly Published[] {
  const [header, ...lines] = readFileSync(new URL(file, REFERENCE), "utf8").trim().split(/\r?\n/);
  const names = header!.split(",");
  // The note is last, and the only text.
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, at) => [name, cells[at]!]));
  });
}

function keyOf(family: string, scenario: string): string {
  return `${family === "bottleneck" ? "replicated_bottleneck" : family}: ${scenario}`;
}

/** What differs, a line for each figure, and how many figures were compared. */
function compare(published: readonly Published[], rows: readonly Row[]) {
  const ours = new Map(rows.map((row) => [keyOf(NAMES[row.family], row.scenario), row]));
  const differences: string[] = [];
  let figures = 0;
  for (const one of published) {
    const key = keyOf(one.family ?? one.graph_family!, one.scenario_id!);
    const row = ours.get(key);
    if (row === undefined || row.metricKind !== one.metric_kind) {
      differences.push(`${key} is missing`);
      continue;
    }
    for (const [name, ourOwn] of Object.entries(COLUMNS)) {
      const text = one[name];
      if (text === undefined) continue;
      const value = ourOwn(row);
      figures++;
      const isSame =
        text === "" || value === null
          ? text === "" && value === null
          : Math.abs(Number(text) - value) <= 1e-12;
      if (!isSame) differences.push(`${key} ${name}: ${text}, not ${value}`);
    }
  }
  return { differences, rows: published.length, figures, unique: ours.size === rows.length };
}

/** Exact throughout; of the large families their sentinels are drawn, too, since they are rows. */
function ourStudy(): StudyResult {
  const large = DEFAULT.families.filter(({ family }) => family.startsWith("large-"));
  const { scale } = runStudy({ ...DEFAULT, families: large });
  return { rows: runStudy(only("exact", DEFAULT)).rows, scale };
}

describe.skipIf(!existsSync(REFERENCE))(
  "the published study (skipped: ../shared is absent)",
  () => {
    it("agrees with every figure of ours to 1e-12, the large families among them", () => {
      const { rows, scale } = ourStudy();
      const paper = rows.filter(({ family }) => family !== "single-point-of-failure");
      const raw = compare(read("raw_results.csv"), paper);
      const large = compare(read("scale_sanity.csv"), scale);
      expect([...raw.differences, ...large.differences]).toEqual([]);
      // Every figure of every row, and no row of ours beside them.
      expect(raw).toMatchObject({ rows: 3671, figures: 3671 * 13, unique: true });
      expect(large).toMatchObject({ rows: 38, figures: 38 * 9, unique: true });
      expect([paper.length, scale.length]).toEqual([3671, 38]);
    });

    it("has the parameters of ours", () => {
      const text = readFileSync(new URL("config.yaml", REFERENCE), "utf8");
      expect(text).toContain(`seed: ${DEFAULT.seed}\n`);
      expect(text).toContain(`mc_samples: ${DEFAULT.samples}\n`);
      expect(text).toContain(`confidence_level: ${DEFAULT.confidence}\n`);
      expect(text).toContain(`suite_id: ${DEFAULT.name}\n`);
    });
  },
);
