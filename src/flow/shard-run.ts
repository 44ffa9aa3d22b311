import { createHash } from "node:crypto";
import { drawBetween } from "../availability/compare.ts";
import type { AskOptions } from "../availability/estimate.ts";
import type { Sampler } from "../availability/sampler.ts";
import { type Stretch, stretchesOf } from "../availability/stretch.ts";
import type { ModelComparison } from "../gate/compare-models.ts";
import { type Dealt, deal, dealStretches } from "./shard-deal.ts";
import type { ShardRun } from "./shard-file.ts";
import { questionsOfRun, type ShardQuestion } from "./shard-questions.ts";
import { VERSION } from "./version.ts";

/** What every shard of a run, and the job that merges, work out alike from the two commits. */
export type ShardPlan = {
  readonly run: ShardRun;
  /** In the order of the run. */
  readonly questions: readonly (ShardQuestion & { readonly name: string })[];
  readonly dealt: Dealt;
  /** Of the shared questions those of which anything is drawn, by the question's place. */
  readonly draws: ReadonlyMap<number, SharedDraw>;
};

export type SharedDraw = {
  readonly sampler: Sampler;
  readonly stretches: readonly (Stretch & { readonly owner: number })[];
};

/** The two commits by what they are called in a shard file. */
export type ShardEnds = Pick<ShardRun, "base" | "head">;

export function planShards(
  comparisons: readonly ModelComparison[],
  options: AskOptions,
  ends: ShardEnds,
  of: number,
): ShardPlan {
  const asked = questionsOfRun(comparisons, options);
  const questions = [...asked].map(([name, question]) => ({ name, ...question }));
  const dealt = deal(asked, of, options.samples);
  return {
    run: {
      tool: VERSION,
      ...ends,
      seed: options.seed,
      samples: options.samples,
      fingerprint: fingerprintOf(comparisons, options, [...asked.keys()]),
    },
    questions,
    dealt,
    draws: sharedDraws(questions, dealt, options, of),
  };
}

/** What nothing is drawn of is certain by now, and whoever merges knows it, too: it is nobody's part. */
function sharedDraws(
  questions: ShardPlan["questions"],
  { shared }: Dealt,
  { samples, seed }: AskOptions,
  of: number,
): ShardPlan["draws"] {
  const isShared = new Set(shared);
  const found = questions.flatMap(({ name, base, head }, at) => {
    const draw = isShared.has(name) ? drawBetween(base, head, seed) : null;
    if (draw === null) return [];
    return [{ at, sampler: draw.sampler, stretches: stretchesOf(samples, draw.sampler.blockSize) }];
  });
  const owners = dealStretches(
    found.map(({ stretches }) => stretches.map(({ states }) => states)),
    of,
  );
  return new Map(
    found.map(({ at, sampler, stretches }, draw) => {
      const owned = stretches.map((one, place) => ({ ...one, owner: owners[draw]![place]! }));
      return [at, { sampler, stretches: owned }];
    }),
  );
}

function fingerprintOf(
  comparisons: readonly ModelComparison[],
  options: AskOptions,
  names: readonly string[],
): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify([VERSION, options.seed, options.samples, options.alpha, names]));
  for (const { path, basePath, base, head, carried } of comparisons) {
    const models = [base, head].map((side) => (side.kind === "valid" ? side.model : side.kind));
    hash.update(JSON.stringify([path, basePath, ...models, carried]));
  }
  return hash.digest("hex");
}
