import type { Tallies } from "../availability/ask.ts";
import { type Comparison, compareEndpoint } from "../availability/compare.ts";
import type { AskOptions } from "../availability/estimate.ts";
import { type Estimated, estimateEndpoint } from "../availability/evaluate.ts";
import type { Patterns } from "../availability/patterns.ts";
import type { ModelComparison } from "../gate/compare-models.ts";
import type { Engine } from "../gate/engine.ts";
import { problemError, quoted, usageProblem } from "../repository/problem.ts";
import type { ShardFile, ShardRun } from "./shard-file.ts";
import { type Naming, namingOf } from "./shard-questions.ts";
import { planShards, type ShardEnds, type ShardPlan } from "./shard-run.ts";

/** What the shards of a run found, by the names of questions. */
export type ShardAnswers = {
  readonly nameOf: Naming;
  readonly answers: ReadonlyMap<string, Comparison | Estimated>;
  readonly tallies: ReadonlyMap<string, ReadonlyMap<number, Patterns>>;
};

/**
 * What the shards of a run found, once it is sure that they are of this run and that none lacks a part.
 *
 * @param shards all of one run, by their index (`shardSet`)
 * @throws an error that carries a problem where they are not
 */
export function shardAnswers(
  comparisons: readonly ModelComparison[],
  options: AskOptions,
  ends: ShardEnds,
  shards: readonly ShardFile[],
): ShardAnswers {
  const plan = planShards(comparisons, options, ends, shards.length);
  for (const shard of shards) {
    const why = unlike(shard, plan.run) ?? unfinished(shard, plan);
    if (why !== null) throw problemError(usageProblem("other-shard", why));
  }
  const answers = new Map<string, Comparison | Estimated>();
  const tallies = new Map<string, ReadonlyMap<number, Patterns>>();
  for (const [at, { name }] of plan.questions.entries()) {
    for (const shard of shards) {
      const answer = shard.answers.get(at);
      if (answer !== undefined) answers.set(name, answer);
      const drawn = shard.tallies.get(at);
      if (drawn !== undefined) tallies.set(name, new Map([...(tallies.get(name) ?? []), ...drawn]));
    }
  }
  return { nameOf: namingOf(comparisons), answers, tallies };
}

/**
 * An engine that knows what shards found, and asks another for the rest: since no answer depends on who asks
 * what before, the gate judges as it does without shards, to the last digit.
 */
export function answeredEngine(engine: Engine, found: ShardAnswers): Engine {
  const { nameOf, answers } = found;
  return {
    ...engine,
    estimate: (base, options, claims) => {
      const name = nameOf({ base, head: null, claims });
      const answer = name === null ? undefined : answers.get(name);
      if (answer !== undefined && "estimate" in answer) return answer;
      const drawn = tallied(found, name);
      return drawn === null
        ? engine.estimate(base, options, claims)
        : estimateEndpoint(base, options, claims, drawn);
    },
    compare: (base, head, options, claims) => {
      const name = nameOf({ base, head, claims });
      const answer = name === null ? undefined : answers.get(name);
      if (answer !== undefined && "difference" in answer) return answer;
      const drawn = tallied(found, name);
      return drawn === null
        ? engine.compare(base, head, options, claims)
        : compareEndpoint(base, head, options, claims, drawn);
    },
  };
}

function tallied({ tallies }: ShardAnswers, name: string | null): Tallies | null {
  const drawn = name === null ? undefined : tallies.get(name);
  return drawn === undefined ? null : (place) => drawn.get(place) ?? null;
}

/** Why a shard is not of this run; `null`: it is. */
function unlike(file: ShardFile, run: ShardRun): string | null {
  const who = `shard ${file.shard.index} of ${file.shard.of}`;
  const told = (what: string, theirs: string | number, ours: string | number) =>
    `${who} is of another run: its ${what} is ${quoted(String(theirs))}, not ${quoted(String(ours))}`;
  if (file.tool !== run.tool) {
    return `${told("version of the tool", file.tool, run.tool)}; pin one version for all jobs`;
  }
  for (const end of ["base", "head"] as const) {
    if (file[end] !== run[end]) {
      return `${told(`${end} commit`, file[end], run[end])}; run the shards of these commits`;
    }
  }
  for (const option of ["seed", "samples"] as const) {
    if (file[option] !== run[option]) {
      return `${told(option, file[option], run[option])}; give all jobs the same`;
    }
  }
  return file.fingerprint === run.fingerprint
    ? null
    : `${who} read other specs or manifests of the same commits; give all jobs the same options, rendered manifests and tools that render`;
}

/** Why a shard's file does not hold its part, and nothing else; `null`: it does. */
function unfinished(file: ShardFile, { questions, dealt, draws }: ShardPlan): string | null {
  const { index, of } = file.shard;
  const why = `shard ${index} of ${of} does not hold what its part is; run that job again`;
  const own = questions.flatMap(({ name }, at) => (dealt.owners.get(name) === index ? [at] : []));
  const isAnswered = own.every((at) => isAnswer(file.answers.get(at), questions[at]!));
  if (!isAnswered || file.answers.size !== own.length) return why;
  let drawn = 0;
  for (const [at, { stretches }] of draws) {
    const tallied = file.tallies.get(at);
    const places = stretches.flatMap((one, place) => (one.owner === index ? [place] : []));
    if (places.length > 0) drawn++;
    if (places.length !== (tallied?.size ?? 0)) return why;
    if (!places.every((place) => statesOf(tallied?.get(place)) === stretches[place]!.states)) {
      return why;
    }
  }
  return drawn === file.tallies.size ? null : why;
}

function isAnswer(
  answer: Comparison | Estimated | undefined,
  { head, claims }: ShardPlan["questions"][number],
): boolean {
  if (answer === undefined || answer.decisions.length !== claims.length) return false;
  return head === null ? "estimate" in answer : "difference" in answer;
}

function statesOf(patterns: Patterns | undefined): number {
  let states = 0;
  for (const count of patterns?.values() ?? []) states += count;
  return states;
}
