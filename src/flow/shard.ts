import type { Comparison } from "../availability/compare.ts";
import type { AskOptions } from "../availability/estimate.ts";
import type { Estimated } from "../availability/evaluate.ts";
import type { Patterns } from "../availability/patterns.ts";
import { drawStretch } from "../availability/stretch.ts";
import type { Engine } from "../gate/engine.ts";
import { rationed } from "../gate/ration.ts";
import { engine as plainEngine } from "./engine.ts";
import { type ReadRequest, readComparisons, type Unjudgeable } from "./read-comparisons.ts";
import type { Shard } from "./shard-deal.ts";
import type { ShardFile } from "./shard-file.ts";
import { planShards, type ShardPlan } from "./shard-run.ts";

export type ShardOutcome =
  | {
      readonly kind: "computed";
      readonly file: ShardFile;
      /** Questions that it answered or drew for, of how many. */
      readonly part: number;
      readonly whole: number;
    }
  | Unjudgeable;

/**
 * One shard's part of the gate between two commits: the figures that are its own, and its stretches of the draws
 * that all shards share. No verdict: that is for `diff` with what all shards found.
 *
 * @throws what `Tree.read` rejects with
 */
export async function evaluateShard(
  request: ReadRequest,
  shard: Shard,
  engine = plainEngine,
): Promise<ShardOutcome> {
  const read = await readComparisons(request);
  if (read.kind === "invalid") return read;
  const { comparisons, options } = read;
  const ends = { base: request.base.tree.commit, head: request.head.tree.commit };
  const plan = planShards(comparisons, options, ends, shard.of);
  const own = [...plan.dealt.owners.values()].filter((owner) => owner === shard.index);
  const answers = answersOf(plan, shard, rationed(engine, options, own.length), options);
  const tallies = talliesOf(plan, shard);
  const file = { ...plan.run, shard, answers, tallies };
  const part = answers.size + tallies.size;
  return { kind: "computed", file, part, whole: plan.questions.length };
}

function answersOf(
  { questions, dealt }: ShardPlan,
  { index }: Shard,
  engine: Engine,
  options: AskOptions,
): ReadonlyMap<number, Comparison | Estimated> {
  const answers = new Map<number, Comparison | Estimated>();
  for (const [at, { name, base, head, claims }] of questions.entries()) {
    if (dealt.owners.get(name) !== index) continue;
    const answer =
      head === null
        ? engine.estimate(base, options, claims)
        : engine.compare(base, head, options, claims);
    answers.set(at, answer);
  }
  return answers;
}

function talliesOf({ draws }: ShardPlan, { index }: Shard): ShardFile["tallies"] {
  const tallies = new Map<number, ReadonlyMap<number, Patterns>>();
  for (const [at, { sampler, stretches }] of draws) {
    const own = new Map<number, Patterns>();
    for (const [place, stretch] of stretches.entries()) {
      if (stretch.owner === index) own.set(place, drawStretch(sampler, stretch));
    }
    if (own.size > 0) tallies.set(at, own);
  }
  return tallies;
}
