import { loadShards } from "../flow/shard-set.ts";
import { performGate } from "./diff.ts";
import { type Ending, refusal } from "./ending.ts";
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
  const notices: string[] = [];
  const ending = await performGate(values, settings, () =>
    loadShards(operands, process.cwd(), (notice) => notices.push(`note: ${notice}\n`)),
  );
  return { ...ending, remarks: `${notices.join("")}${ending.remarks}` };
}
