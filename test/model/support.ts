import type { Deployment, Workload } from "../../src/deployment/workload.ts";
import { buildModel, type ModelOutcome } from "../../src/model/build.ts";
import type { BuildContext } from "../../src/model/claim.ts";
import { loadSpec, type SpecOutcome } from "../../src/model/load.ts";
import type { Model } from "../../src/model/model.ts";
import type { Spec } from "../../src/model/spec.ts";
import type { Diagnostic } from "../../src/yaml/diagnostic.ts";

/** Load `availability.yaml` of a repository that has these files. */
export function loadFiles(
  files: Readonly<Record<string, string>>,
  path = "availability.yaml",
): Promise<SpecOutcome> {
  return loadSpec(path, async (one) => (Object.hasOwn(files, one) ? files[one]! : null));
}

export function loadText(text: string): Promise<SpecOutcome> {
  return loadFiles({ "availability.yaml": text });
}

/** A spec that must be valid. */
export async function validSpec(text: string): Promise<Spec> {
  const { spec, diagnostics } = await loadText(text);
  if (spec === null) throw new Error(lines(diagnostics).join("\n"));
  return spec;
}

/** As the command line prints them, but for the file where it is `availability.yaml`. */
export function lines(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ severity, code, message, file, line, column }) => {
    const place = file === undefined ? "" : `${file}:${line}:${column} `;
    return `${place.replace(/^availability\.yaml:/, "")}${severity} ${code}: ${message}`;
  });
}

/** All that is told of a spec, before any manifests. */
export async function told(text: string): Promise<readonly string[]> {
  return lines((await loadText(text)).diagnostics);
}

export type WorkloadFacts = Partial<Omit<Workload, "replicas">> & {
  readonly count?: number | null;
};

let line = 0;

/** A Deployment of one replica, with the facts given; each stands on a line of its own. */
export function workload({ count = 1, ...facts }: WorkloadFacts): Workload {
  line += 10;
  const place = facts.place ?? { file: "deploy.yaml", line, column: 3 };
  return {
    kind: "Deployment",
    namespace: null,
    name: "unnamed",
    labels: {},
    podLabels: {},
    selectedBy: [],
    replicas: { count, rule: "replicas", place: { ...place, line: place.line + 1 } },
    disruption: {
      rollout: {
        kind: "maxUnavailable",
        amount: { percent: 25, rounding: "down" },
        least: 0,
        beside: 0,
        place,
      },
      drain: null,
    },
    placement: [],
    pod: { containers: [] },
    copies: [],
    conflicts: [],
    ...facts,
    place,
  };
}

export function deployed(...workloads: readonly Workload[]): Deployment {
  const facts = {
    routes: [],
    hints: [],
    thirdParties: [],
    entrances: [],
    customs: [],
    remotes: [],
    applied: [],
  };
  return { workloads, ...facts, unread: [], idleBudgets: [], diagnostics: [] };
}

export const alone: BuildContext = { matchedAtBase: null, carriedFrom: null };

export async function build(
  text: string,
  workloads: readonly Workload[] = [],
  context: BuildContext = alone,
): Promise<ModelOutcome> {
  return buildModel(await validSpec(text), deployed(...workloads), context);
}

/** A model that must come about. */
export async function builtModel(
  text: string,
  workloads: readonly Workload[] = [],
): Promise<Model> {
  const { model, diagnostics } = await build(text, workloads);
  if (model === null) throw new Error(lines(diagnostics).join("\n"));
  return model;
}
