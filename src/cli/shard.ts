import { evaluateShard } from "../flow/shard.ts";
import { MOST_SHARDS, readShard } from "../flow/shard-deal.ts";
import { writeShard } from "../flow/shard-file.ts";
import { readAsked } from "./diff.ts";
import { type Ending, invalid, refusal } from "./ending.ts";
import type { Settings } from "./settings.ts";
import type { Values } from "./usage.ts";
import { watchOn } from "./watch.ts";

/**
 * `diff --shard i/n`: one part of the figures, as a file for `merge`. It exits with 0 when the part is whole: what
 * it is worth, `merge` tells.
 */
export async function performShard(values: Values, settings: Settings): Promise<Ending> {
  const text = values.text("shard") ?? "";
  const shard = readShard(text);
  if (shard === null) {
    return refusal(
      `--shard takes a part such as 2/7, of at most ${MOST_SHARDS}, not ${JSON.stringify(text.slice(0, 60))}`,
    );
  }
  const format = values.text("format") ?? "json";
  if (format !== "json") {
    return refusal("--shard writes JSON for `merge`, which takes --format; leave it out here");
  }
  if (values.flag("accept")) {
    return refusal("--shard has no verdict to accept; give --accept to `merge`");
  }
  const asked = await readAsked(values, settings);
  if ("status" in asked) return asked;
  const { engine, clear } = watchOn(process.stderr, settings.erases, Date.now);
  const outcome = await evaluateShard(asked.request, shard, engine).finally(clear);
  if (outcome.kind === "invalid") return invalid(outcome.diagnostics);
  const { file, part, whole } = outcome;
  const remarks = `note: shard ${shard.index} of ${shard.of}, ${part} of ${whole} figures, is no verdict; \`availability-gate merge\` gives it from the files of all ${shard.of}\n`;
  return { report: writeShard(file), remarks, status: 0 };
}
