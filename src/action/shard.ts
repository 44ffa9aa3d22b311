import type { DiffRequest } from "../flow/diff.ts";
import type { Unjudgeable } from "../flow/read-comparisons.ts";
import { evaluateShard } from "../flow/shard.ts";
import type { Shard } from "../flow/shard-deal.ts";
import { writeShard } from "../flow/shard-file.ts";
import { loadShards } from "../flow/shard-set.ts";
import { usageProblem } from "../repository/problem.ts";
import { type Places, writeTemporary, writeWanted } from "./files.ts";
import type { ActionInputs } from "./inputs.ts";

/** One part of the figures is worked out, and stands in a file. */
export type ShardComputed = {
  readonly kind: "shard";
  readonly shard: Shard;
  /** Figures of its part, of how many. */
  readonly part: number;
  readonly whole: number;
  readonly path: string;
  readonly warnings: readonly string[];
};

/**
 * Where the token may write, whoever could slip in a shard file would decide the verdict and what the comment
 * says; and nothing tells by whose job an artifact was made.
 */
export const NO_SHARDS_HERE = usageProblem(
  "shards-refused",
  "The inputs `shard` and `shards` are not for events whose token may write (pull_request_target, workflow_run): nothing shows that no stranger made a shard file; run the gate in one job there, or the shards on pull_request.",
);

/** Works out one part: no comment, no verdict, and no failure but where it cannot be worked out. */
export async function runShard(
  inputs: ActionInputs,
  shard: Shard,
  request: DiffRequest,
  places: Places,
): Promise<ShardComputed | Unjudgeable> {
  const outcome = await evaluateShard(request, shard);
  if (outcome.kind === "invalid") return outcome;
  const { file, part, whole } = outcome;
  const text = writeShard(file);
  const { json } = inputs.files;
  const wanted = json === null ? [] : [{ input: "json", path: json, render: () => text }];
  const warnings = await writeWanted(wanted, places);
  const path = await writeTemporary(places.temp, "shard.json", text);
  return { kind: "shard", shard, part, whole, path, warnings };
}

/** The request with what all shards found, where the workflow names their files. */
export function withShards(
  request: DiffRequest,
  { shards }: ActionInputs,
  { workspace }: Places,
  notices: string[],
): DiffRequest {
  if (shards === null) return request;
  return {
    ...request,
    shards: () => loadShards(shards, workspace, (notice) => notices.push(notice)),
  };
}
