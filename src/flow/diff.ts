import type { EngineOptions } from "../availability/estimate.ts";
import type { Deployment } from "../deployment/workload.ts";
import { alphaFor, mostClaims } from "../gate/alpha.ts";
import { gateModel, type ModelComparison, type ModelJudgement } from "../gate/compare-models.ts";
import { credibleJudgement } from "../gate/credible.ts";
import type { Engine, GateRun } from "../gate/engine.ts";
import { explainJudgement } from "../gate/explain-results.ts";
import type { SpecOutcome } from "../model/load.ts";
import type { Matches } from "../model/match.ts";
import { type Diagnostic, hasErrors } from "../yaml/diagnostic.ts";
import { buildSide, carriedModel, judgedSide } from "./built-side.ts";
import { engine as plainEngine } from "./engine.ts";
import { hintVariants } from "./hint-variants.ts";
import { manifestNotices } from "./manifest-notices.ts";
import { type ManifestPath, manifestsOf } from "./manifest-paths.ts";
import { assumedServices, newWorkloads } from "./newcomers.ts";
import { withPatches } from "./patches.ts";
import { readDeploymentOf, sameApplied, sameCompanions } from "./read-manifests.ts";
import { settled, settler } from "./settle.ts";
import { contentId, emptyCache, type ReadCache, readSpecAt, type Side } from "./side.ts";
import { pairSpecs, type SpecPair } from "./spec-paths.ts";
import { type Seen, toldChanges } from "./told-changes.ts";
import { templateChanges, unreadChanges } from "./unread-templates.ts";

export type DiffRequest = {
  readonly base: Side;
  readonly head: Side;
  /** Globs of specs, relative to the repository. */
  readonly models: readonly string[];
  readonly options: EngineOptions;
  /** `2026-11-30`, by which evidence is old; absent: none is. */
  readonly today?: string;
  /** Absent: the one that there is. */
  readonly engine?: Engine;
};

export type DiffOutcome =
  /** Empty where nothing that a model reads differs between the commits. */
  | {
      readonly kind: "judged";
      readonly judgements: readonly ModelJudgement[];
      /** What each of them was made from. */
      readonly comparisons: readonly ModelComparison[];
    }
  /** Head cannot be judged: the errors, and what else was told on the way. */
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

/**
 * The gate between two commits: every spec at base and at head, laid over the manifests of its
 * commit, evaluated and judged. Reads, and writes nothing.
 *
 * @throws what `Tree.read` rejects with
 */
export async function diff(request: DiffRequest): Promise<DiffOutcome> {
  const cache = emptyCache();
  const { base, head, engine = plainEngine } = request;
  const specs = await pairSpecs(base.tree, head.tree, request.models, cache);
  const diagnostics: Diagnostic[] = [...specs.diagnostics];
  const compared: Compared[] = [];
  for (const pair of specs.pairs) {
    const read = await readPair(request, pair, cache);
    if (read.kind === "invalid") diagnostics.push(...read.diagnostics);
    else if (read.kind === "compared") compared.push(read);
  }
  if (hasErrors(diagnostics)) return { kind: "invalid", diagnostics };
  // How surely each claim must be decided depends on how many all specs make.
  const claims = compared.reduce((sum, one) => sum + mostClaims(one.comparison), 0);
  const options = { ...request.options, alpha: alphaFor(claims) };
  const judgements: ModelJudgement[] = [];
  for (const one of compared) {
    const { comparison, seen } = one;
    const judged = gateModel(comparison, engine, options);
    const judgement = credibleJudgement(judged, comparison, options.seed);
    const told = seen === null ? [] : hintVariants(seen, settler(comparison));
    const today = request.today ?? null;
    const explained = explainJudgement(judgement, comparison, { engine, options, told, today });
    const run = { path: comparison.path, engine, options };
    judgements.push(await withRemedies(explained, one, request.head, run, cache));
  }
  return { kind: "judged", judgements, comparisons: compared.map((one) => one.comparison) };
}

async function withRemedies(
  judgement: ModelJudgement,
  { comparison, seen, matchedAtBase }: Compared,
  side: Side,
  run: GateRun,
  cache: ReadCache,
): Promise<ModelJudgement> {
  const { head } = comparison;
  if (seen === null || head.kind === "absent") return judgement;
  const endpoints = await withPatches(judgement.model.endpoints, {
    run,
    side,
    seen,
    model: head.model,
    matchedAtBase,
    settle: settler(comparison),
    cache,
  });
  return { ...judgement, model: { ...judgement.model, endpoints } };
}

type PairReading =
  | { readonly kind: "unaffected" }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  | ({ readonly kind: "compared" } & Compared);

/** `seen`: head as it was read. */
type Compared = {
  readonly comparison: ModelComparison;
  readonly seen: Seen | null;
  readonly matchedAtBase: Matches | null;
};

async function readPair(
  request: DiffRequest,
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
  { base, head }: DiffRequest,
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
