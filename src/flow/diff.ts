import { gateModel, type ModelComparison, type ModelJudgement } from "../gate/compare-models.ts";
import { credibleJudgement } from "../gate/credible.ts";
import type { Engine, GateRun } from "../gate/engine.ts";
import { explainJudgement } from "../gate/explain-results.ts";
import { figuresIn, rationed } from "../gate/ration.ts";
import { tellRationed } from "../gate/ration-notice.ts";
import { engine as plainEngine } from "./engine.ts";
import { hintVariants } from "./hint-variants.ts";
import { withPatches } from "./patches.ts";
import {
  type Compared,
  type ReadRequest,
  readComparisons,
  type Unjudgeable,
} from "./read-comparisons.ts";
import { settler } from "./settle.ts";
import type { ShardFile } from "./shard-file.ts";
import { answeredEngine, shardAnswers } from "./shard-merge.ts";
import type { ReadCache, Side } from "./side.ts";

export type DiffRequest = ReadRequest & {
  /** `2026-11-30`, by which evidence is old; absent: none is. */
  readonly today?: string;
  /** Absent: the one that there is. */
  readonly engine?: Engine;
  /**
   * What shards found, all of one run, read once it is known that head can be judged; absent: all is worked out
   * here.
   */
  readonly shards?: () => Promise<readonly ShardFile[]>;
};

export type DiffOutcome =
  /** Empty where nothing that a model reads differs between the commits. */
  | {
      readonly kind: "judged";
      readonly judgements: readonly ModelJudgement[];
      /** What each of them was made from. */
      readonly comparisons: readonly ModelComparison[];
    }
  | Unjudgeable;

/**
 * The gate between two commits: every spec at base and at head, laid over the manifests of its
 * commit, evaluated and judged. Reads, and writes nothing.
 *
 * @throws what `Tree.read` and `shards` reject with, and a problem where the shards are not of this run
 */
export async function diff(request: DiffRequest): Promise<DiffOutcome> {
  const read = await readComparisons(request);
  if (read.kind === "invalid") return read;
  const { comparisons, options, cache } = read;
  const { base, head, shards, engine: given = plainEngine } = request;
  const ends = { base: base.tree.commit, head: head.tree.commit };
  // What shards found goes before whatever bounds the work of this job: theirs is done.
  const found =
    shards === undefined ? null : shardAnswers(comparisons, options, ends, await shards());
  const answered = (by: Engine) => (found === null ? by : answeredEngine(by, found));
  const engine = answered(given);
  const figures = comparisons.reduce((sum, one) => sum + figuresIn(one), 0);
  const judging = answered(rationed(given, options, figures));
  const judgements: ModelJudgement[] = [];
  for (const one of read.compared) {
    const { comparison, seen } = one;
    const judged = tellRationed(gateModel(comparison, judging, options), options);
    const judgement = credibleJudgement(judged, comparison, options.seed);
    const told = seen === null ? [] : hintVariants(seen, settler(comparison));
    const today = request.today ?? null;
    const explained = explainJudgement(judgement, comparison, { engine, options, told, today });
    const run = { path: comparison.path, engine, options };
    judgements.push(await withRemedies(explained, one, request.head, run, cache));
  }
  return { kind: "judged", judgements, comparisons };
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
