import type { AskOptions, EngineOptions } from "../availability/estimate.ts";
import type { Deployment } from "../deployment/workload.ts";
import { alphaFor, mostClaims } from "../gate/alpha.ts";
import type { ModelComparison } from "../gate/compare-models.ts";
import type { SpecOutcome } from "../model/load.ts";
import type { Matches } from "../model/match.ts";
import { type Diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { buildSide, carriedModel, judgedSide } from "./built-side.ts";
import { manifestNotices } from "./manifest-notices.ts";
import { type ManifestPath, manifestsOf } from "./manifest-paths.ts";
import { assumedServices, newWorkloads } from "./newcomers.ts";
import { readDeploymentOf, sameApplied, sameCompanions } from "./read-manifests.ts";
import { settled } from "./settle.ts";
import { contentId, emptyCache, type ReadCache, readSpecAt, type Side } from "./side.ts";
import { pairSpecs, type SpecPair } from "./spec-paths.ts";
import { type Seen, toldChanges } from "./told-changes.ts";
import { templateChanges, unreadChanges } from "./unread-templates.ts";

/** Two commits, and what of them is read. */
export type ReadRequest = {
  readonly base: Side;
  readonly head: Side;
  /** Globs of specs, relative to the repository. */
  readonly models: readonly string[];
  readonly options: EngineOptions;
};

/** What both commits hold, ready to be judged. */
export type ReadComparisons = {
  readonly kind: "read";
  readonly compared: readonly Compared[];
  readonly comparisons: readonly ModelComparison[];
  /** With how surely each claim must be decided, which depends on how many all specs make. */
  readonly options: AskOptions;
  readonly cache: ReadCache;
};

/** Head cannot be judged: the errors, and what else was told on the way. */
export type Unjudgeable = { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

/**
 * Every spec at base and at head, laid over the manifests of its commit, where anything that it reads differs.
 *
 * @throws what `Tree.read` rejects with
 */
export async function readComparisons(
  request: ReadRequest,
): Promise<ReadComparisons | Unjudgeable> {
  const cache = emptyCache();
  const { base, head } = request;
  const specs = await pairSpecs(base.tree, head.tree, request.models, cache);
  const diagnostics: Diagnostic[] = [...specs.diagnostics];
  const compared: Compared[] = [];
  for (const pair of specs.pairs) {
    const read = await readPair(request, pair, cache);
    if (read.kind === "invalid") diagnostics.push(...read.diagnostics);
    else if (read.kind === "compared") compared.push(read);
  }
  if (hasErrors(diagnostics)) return { kind: "invalid", diagnostics };
  const comparisons = compared.map((one) => one.comparison);
  const claims = comparisons.reduce((sum, one) => sum + mostClaims(one), 0);
  const options = { ...request.options, alpha: alphaFor(claims) };
  return { kind: "read", compared, comparisons, options, cache };
}

type PairReading =
  | { readonly kind: "unaffected" }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  | ({ readonly kind: "compared" } & Compared);

/** `seen`: head as it was read. */
export type Compared = {
  readonly comparison: ModelComparison;
  readonly seen: Seen | null;
  readonly matchedAtBase: Matches | null;
};

async function readPair(
  request: ReadRequest,
  pair: SpecPair,
  cache: ReadCache,
): Promise<PairReading> {
  // At the same time, because reads of one turn share a git process.
  const [base, head] = await Promise.all([
    readSpec(request.base, pair.base, cache),
    readSpec(request.head, pair.head, cache),
  ]);
  if (head !== null && head.spec === null) return invalid(head.diagnostics);
  const isEdited = pair.base !== pair.head || !sameSpec(request, base, head);
  const [manifestsAtBase, manifestsAtHead] = await Promise.all([
    manifestsFor(request.base, base, cache),
    manifestsFor(request.head, head, cache),
  ]);
  const templates =
    head?.spec == null ? [] : templateChanges(request.base, request.head, head.spec);
  if (
    !isEdited &&
    templates.length === 0 &&
    sameManifests(manifestsAtBase, manifestsAtHead) &&
    (await sameCompanions(request.base, request.head, manifestsAtHead ?? [], cache)) &&
    (await sameApplied(request.base, request.head, manifestsAtHead ?? [], cache))
  ) {
    return { kind: "unaffected" };
  }

  const [deployedAtBase, deployedAtHead, deployedForBase] = await Promise.all([
    readDeployed(request.base, manifestsAtBase, cache),
    readDeployed(request.head, manifestsAtHead, cache),
    isEdited && head !== null
      ? manifestsFor(request.head, base, cache).then((manifests) =>
          readDeployed(request.head, manifests, cache),
        )
      : null,
  ]);
  const atBase = buildSide(base, deployedAtBase, null);
  const atHead = buildSide(head, deployedAtHead, atBase?.outcome?.matches ?? null);
  if (atHead !== null && atHead.outcome?.model == null) return invalid(atHead.diagnostics);
  const carried = isEdited
    ? carriedModel(base, head, deployedForBase, atBase, atHead)
    : (atHead?.outcome?.model ?? null);
  const unread = [...(deployedAtBase?.unread ?? []), ...(deployedAtHead?.unread ?? [])];
  const headModel = atHead?.outcome?.model ?? null;
  const path = pair.head ?? pair.base ?? "";
  const comparison: ModelComparison = {
    path,
    basePath: pair.base === pair.head || pair.head === null ? null : pair.base,
    base: judgedSide(atBase),
    head: headModel === null ? { kind: "absent" } : { kind: "valid", model: headModel },
    carried,
    diagnostics: [
      ...(atHead?.diagnostics ?? []),
      ...(head?.spec == null ? [] : manifestNotices(request.head, head.spec)),
      ...templates,
      ...(head?.spec == null ? [] : unreadChanges(request.base, request.head, unread, head.spec)),
      ...(atBase === null
        ? []
        : newWorkloads(atBase.seen?.deployment.workloads ?? [], atHead?.outcome?.unclaimed ?? [])),
      ...(atHead?.seen == null ? [] : toldChanges(atBase?.seen ?? null, atHead.seen)),
      ...(headModel === null ? [] : assumedServices(headModel, atBase?.outcome?.model ?? null)),
    ],
  };
  return {
    kind: "compared",
    comparison: settled(comparison, head?.spec ?? null),
    seen: atHead?.seen ?? null,
    matchedAtBase: atBase?.outcome?.matches ?? null,
  };
}

async function readSpec(
  side: Side,
  path: string | null,
  cache: ReadCache,
): Promise<SpecOutcome | null> {
  return path === null ? null : readSpecAt(side.tree, path, cache);
}

/** Whether the spec and all that it extends are the same files at both commits. */
function sameSpec(
  { base, head }: ReadRequest,
  before: SpecOutcome | null,
  after: SpecOutcome | null,
): boolean {
  const idOf = (side: Side, file: string) => contentId(side.tree.entries.get(file));
  const files = new Set([...(before?.files ?? []), ...(after?.files ?? [])]);
  return [...files].every((file) => idOf(base, file) === idOf(head, file));
}

async function manifestsFor(
  side: Side,
  read: SpecOutcome | null,
  cache: ReadCache,
): Promise<readonly ManifestPath[] | null> {
  return read?.spec == null ? null : manifestsOf(side, read.spec, cache);
}

function sameManifests(
  before: readonly ManifestPath[] | null,
  after: readonly ManifestPath[] | null,
): boolean {
  if (before === null || after === null || before.length !== after.length) return false;
  return before.every(({ path, id }, at) => after[at]?.path === path && after[at]?.id === id);
}

async function readDeployed(
  side: Side,
  manifests: readonly ManifestPath[] | null,
  cache: ReadCache,
): Promise<Deployment | null> {
  return manifests === null ? null : readDeploymentOf(side, manifests, cache);
}

function invalid(diagnostics: readonly Diagnostic[]): PairReading {
  return { kind: "invalid", diagnostics };
}
