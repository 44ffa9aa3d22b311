import { createHash } from "node:crypto";
import type { Comparison } from "../availability/compare.ts";
import type { Estimated } from "../availability/evaluate.ts";
import type { Patterns } from "../availability/patterns.ts";
import type { Shard } from "./shard-deal.ts";

/** What one shard of a run found: schema/shard.schema.json. */
export type ShardFile = ShardRun & {
  readonly shard: Shard;
  /** By the place of the question in the run. */
  readonly answers: ReadonlyMap<number, Comparison | Estimated>;
  /** What was drawn of questions that all shards share: of each, by the place of the stretch. */
  readonly tallies: ReadonlyMap<number, ReadonlyMap<number, Patterns>>;
};

/** What all shards of a run have in common. */
export type ShardRun = {
  /** Version of this tool. */
  readonly tool: string;
  /** The commits as they were read: object ids, or `WORKTREE`. */
  readonly base: string;
  readonly head: string;
  readonly seed: number;
  readonly samples: number;
  /** Of all that an answer depends on: the models, and every question in its place. */
  readonly fingerprint: string;
};

/**
 * The text of a shard file. Numbers read back as they were: `JSON.stringify` writes the shortest digits that do
 * (ECMA-262, Number::toString).
 */
export function writeShard({ shard, answers, tallies, ...run }: ShardFile): string {
  const body = {
    version: 1,
    shard: shard.index,
    of: shard.of,
    tool: run.tool,
    base: run.base,
    head: run.head,
    seed: run.seed,
    samples: run.samples,
    fingerprint: run.fingerprint,
    answers: [...answers].map(([question, answer]) => ({ question, ...answer })),
    tallies: [...tallies].map(([question, stretches]) => ({
      question,
      stretches: [...stretches].map(([place, patterns]) => ({
        place,
        patterns: [...patterns],
      })),
    })),
  };
  return `${JSON.stringify({ ...body, digest: digestOf(body) })}\n`;
}

/** Tells a file that was damaged or edited by hand; whoever means to deceive can work it out anew. */
export function digestOf(body: object): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}
