import {
  isProblem,
  problemError,
  quoted,
  type RepositoryProblem,
  usageProblem,
} from "../repository/problem.ts";
import { type ReadFile, readShardFiles } from "../repository/shard-files.ts";
import type { ShardFile } from "./shard-file.ts";
import { parseShard } from "./shard-reader.ts";

/** All shards of one run, by their index. */
export type ShardSet = {
  readonly shards: readonly ShardFile[];
  /** What a person should know of the files, though it stands in nobody's way. */
  readonly notices: readonly string[];
};

/**
 * The shards of one run in the files that operands name (`readShardFiles`).
 *
 * @param notice told what a person should know of them
 * @throws an error that carries a problem where they are not all there, or no shards
 */
export async function loadShards(
  operands: readonly string[],
  folder: string,
  notice: (text: string) => void,
): Promise<readonly ShardFile[]> {
  const texts = await readShardFiles(operands, folder);
  const set = isProblem(texts) ? texts : shardSet(texts);
  if (isProblem(set)) throw problemError(set);
  set.notices.forEach(notice);
  return set.shards;
}

/** So many numbers are named one by one. */
const MOST_NAMED = 8;

/**
 * The shards of one run, each exactly once: the same file twice is read once, and told. Whether they are of the
 * commits that are compared, the merge tells (`answeredEngine`).
 */
export function shardSet(texts: readonly ReadFile[]): ShardSet | RepositoryProblem {
  if (texts.length === 0)
    return usageProblem("no-shards", "there is no shard file; name those of all shards");
  const known = new Map<number, ReadFile & { readonly file: ShardFile }>();
  const notices: string[] = [];
  for (const one of texts) {
    const file = parseShard(one.text);
    if (typeof file === "string") return unreadable(one.name, file);
    const other = [...known.values()][0];
    if (other !== undefined && other.file.shard.of !== file.shard.of)
      return unlike(other, one, file);
    const before = known.get(file.shard.index);
    if (before === undefined) known.set(file.shard.index, { ...one, file });
    else if (before.text !== one.text) return differing(before, one, file);
    else
      notices.push(
        `${quoted(one.name)} and ${quoted(before.name)} are the same shard, which counts once`,
      );
  }
  const of = [...known.values()][0]?.file.shard.of ?? 0;
  const lost = Array.from({ length: of }, (_, at) => at + 1).filter((at) => !known.has(at));
  if (lost.length > 0) return incomplete(lost, of);
  const sorted = [...known.values()].toSorted((a, b) => a.file.shard.index - b.file.shard.index);
  return { shards: sorted.map(({ file }) => file), notices };
}

function unreadable(name: string, why: string): RepositoryProblem {
  const message = `${quoted(name)} is no shard file of this tool: ${why}; run that shard again`;
  return usageProblem("bad-shard", message);
}

function unlike(
  { name, file }: ReadFile & { readonly file: ShardFile },
  other: ReadFile,
  { shard }: ShardFile,
): RepositoryProblem {
  const message = `${quoted(name)} is one of ${file.shard.of} shards, and ${quoted(other.name)} one of ${shard.of}; merge those of one run alone`;
  return usageProblem("mixed-shards", message);
}

function differing(one: ReadFile, other: ReadFile, { shard }: ShardFile): RepositoryProblem {
  const message = `${quoted(one.name)} and ${quoted(other.name)} are both shard ${shard.index}/${shard.of}, and differ; merge those of one run alone`;
  return usageProblem("mixed-shards", message);
}

function incomplete(lost: readonly number[], of: number): RepositoryProblem {
  const named = lost.slice(0, MOST_NAMED).join(", ");
  const more = lost.length > MOST_NAMED ? ` and ${lost.length - MOST_NAMED} more` : "";
  const message =
    lost.length === 1
      ? `shard ${named} of ${of} is not there, and without it there is no verdict; run that job again, and name the files of all ${of}`
      : `shards ${named}${more} of ${of} are not there, and without them there is no verdict; run those jobs again, and name the files of all ${of}`;
  return usageProblem("lost-shard", message);
}
