import type { EngineOptions } from "../availability/estimate.ts";
import type { Deployment } from "../deployment/workload.ts";
import { manifestLines } from "../draft/draft.ts";
import { type Roster, rosterOf } from "../draft/roster.ts";
import { type ManifestLine, stubText } from "../draft/spec-text.ts";
import { buildModel } from "../model/build.ts";
import { claimReplicas } from "../model/claim.ts";
import { type Matches, workloadMatcher } from "../model/match.ts";
import type { Model } from "../model/model.ts";
import { folderOf } from "../model/paths.ts";
import { unsetService } from "../model/read-service.ts";
import type { Spec } from "../model/spec.ts";
import type { Tree } from "../repository/tree.ts";
import type { Observed } from "../traces/observed.ts";
import { type Diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { initial } from "./init.ts";
import { withFiles } from "./laid-over.ts";
import { manifestsOf } from "./manifest-paths.ts";
import { readDeploymentOf } from "./read-manifests.ts";
import { emptyCache, readSpecAt } from "./side.ts";

/** A spec at its path, beside what its manifests deploy. */
export type PlacedSpec = {
  readonly spec: Spec;
  readonly deployment: Deployment;
  /** `null` where `diagnostics` hold an error. */
  readonly model: Model | null;
  readonly matches: Matches;
  readonly diagnostics: readonly Diagnostic[];
};

/** Reads a spec as if this text stood at its path; `spec` is `null` where it is not valid. */
export async function placeSpec(
  tree: Tree,
  path: string,
  text: string,
): Promise<PlacedSpec | { readonly spec: null; readonly diagnostics: readonly Diagnostic[] }> {
  const cache = emptyCache();
  const side = { tree: withFiles(tree, [{ path, text }]), rendered: null };
  const { spec, diagnostics } = await readSpecAt(side.tree, path, cache);
  if (spec === null) return { spec: null, diagnostics };
  const manifests = await manifestsOf(side, spec, cache);
  const deployment = await readDeploymentOf(side, manifests, cache);
  const built = buildModel(spec, deployment, { matchedAtBase: null, carriedFrom: null });
  const told = [...diagnostics, ...deployment.diagnostics, ...built.diagnostics];
  const model = hasErrors(told) ? null : built.model;
  return { spec, deployment, model, matches: built.matches, diagnostics: told };
}

/** What the manifests say of services that the traces name. */
export type Replicas = {
  readonly matched: ReadonlySet<string>;
  /** Services that a spec may not name as things are, with the reason. */
  readonly barred: ReadonlyMap<string, string>;
  /** `Kind/namespace/name` of those that their name does not lead to. */
  readonly workloads: ReadonlyMap<string, readonly string[]>;
};

/** @param spec its services have had their say; those that it lacks are asked of the manifests */
export function replicasOf(
  observed: Observed,
  spec: Spec,
  deployment: Deployment,
  roster: Roster | null,
): Replicas {
  const match = workloadMatcher(deployment.workloads, deployment.customs);
  const matched = new Set<string>();
  const barred = new Map<string, string>();
  const workloads = new Map<string, readonly string[]>();
  const titled = new Map(roster?.services.map(({ name, named }) => [name, named]));
  for (const name of namesOf(observed)) {
    const service = spec.services.get(name) ?? unsetService(name, spec.place);
    const found = match(service);
    if (found.kind === "none") continue;
    const claim = claimReplicas(service, found, deployment, spec.defaults, {
      matchedAtBase: null,
      carriedFrom: null,
    });
    const titles = titled.get(name) ?? [];
    if (!("severity" in claim)) matched.add(name);
    else if (found.kind === "several" && titles.length > 0) workloads.set(name, titles);
    else if (!spec.services.has(name)) barred.set(name, claim.message);
  }
  return { matched, barred, workloads };
}

function namesOf({ services, dependencies, endpoints }: Observed): readonly string[] {
  const names = [
    ...services.map(({ name }) => name),
    ...dependencies.flatMap(({ from, to }) => [from, to]),
    ...endpoints.map(({ entry }) => entry),
  ];
  return [...new Set(names)];
}

/** The manifests that `init` would choose, and what they deploy. */
export type Chosen = {
  readonly manifests: readonly ManifestLine[];
  readonly roster: Roster | null;
  readonly placed: PlacedSpec | null;
};

export async function chooseManifests(
  tree: Tree,
  path: string,
  options: EngineOptions,
): Promise<Chosen> {
  const folder = folderOf(path);
  const prefix = folder === "" ? "" : `${folder}/`;
  const { draft, layout } = await initial({ tree, prefix, options });
  const none = { manifests: [], roster: null, placed: null };
  if (draft === null) return none;
  const manifests = manifestLines(layout);
  const placed = await placeSpec(tree, path, stubText(manifests));
  if (placed.spec === null) return none;
  return { manifests, roster: rosterOf(placed.deployment), placed };
}

/** What traces show, without services that no spec may name. */
export function withoutBarred(observed: Observed, barred: ReadonlyMap<string, string>): Observed {
  if (barred.size === 0) return observed;
  return {
    ...observed,
    services: observed.services.filter(({ name }) => !barred.has(name)),
    dependencies: observed.dependencies.filter(
      ({ from, to }) => !barred.has(from) && !barred.has(to),
    ),
    endpoints: observed.endpoints.filter(({ entry }) => !barred.has(entry)),
  };
}
