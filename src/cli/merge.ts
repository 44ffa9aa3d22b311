import { shardSet } from "../flow/shard-set.ts";
import { isProblem } from "../repository/problem.ts";
import { readShardFiles } from "../repository/shard-files.ts";
import { performGate } from "./diff.ts";
import { type Ending, problemEnding, refusal } from "./ending.ts";
import type { Settings } from "./settings.ts";
import type { Values } from "./usage.ts";

/** `merge`: the gate between two commits, with the figures that shards found. */
export async function performMerge(
  operands: readonly string[],
  values: Values,
  settings: Settings,
): Promise<Ending> {
  if (operands.length === 0) {
    return refusal(
      "merge needs the files of all shards, e.g. `merge --base main shards/`; `diff --shard 1/3` writes one",
    );
  }
  const texts = await readShardFiles(operands, process.cwd());
  if (isProblem(texts)) return problemEnding(texts);
  const set = shardSet(texts);
  if (isProblem(set)) return problemEnding(set);
  const ending = await performGate(values, settings, set.shards);
  const notices = set.notices.map((notice) => `note: ${notice}\n`).join("");
  return { ...ending, remarks: `${notices}${ending.remarks}` };
}
