import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import picomatch from "picomatch";
import { isProblem, messageOf, quoted, type RepositoryProblem, usageProblem } from "./problem.ts";
import { filesBelow } from "./walk.ts";

/** A file that is meant to be of a shard, by its name for people. */
export type ReadFile = { readonly name: string; readonly text: string };

/** Of one shard; and so many files at the most: as many jobs as a matrix may have, each of them twice. */
const MOST_BYTES = 64 << 20;
const MOST_FILES = 512;

/**
 * The files that operands name, in their order, those of a folder or a glob sorted: a file, a folder with all
 * that is in it but hidden files, or a glob where no file has that name.
 *
 * @param folder what relative paths are relative to
 */
export async function readShardFiles(
  operands: readonly string[],
  folder: string,
): Promise<readonly ReadFile[] | RepositoryProblem> {
  const names: string[] = [];
  for (const operand of operands) {
    const found = await filesOf(operand, folder);
    if (isProblem(found)) return found;
    names.push(...found);
  }
  const files: ReadFile[] = [];
  for (const name of new Set(names)) {
    if (files.length === MOST_FILES) {
      const message = `there are more than ${MOST_FILES} shard files; name those of one run alone`;
      return usageProblem("too-many-shards", message);
    }
    const text = await boundedText(resolve(folder, name), name);
    if (isProblem(text)) return text;
    files.push({ name, text });
  }
  return files;
}

async function filesOf(
  operand: string,
  folder: string,
): Promise<readonly string[] | RepositoryProblem> {
  const stats = await stat(resolve(folder, operand)).catch(() => null);
  if (stats !== null && !stats.isDirectory()) return [operand];
  const isFolder = stats !== null;
  const { base, glob, isGlob } = picomatch.scan(operand);
  if (!isFolder && !isGlob) return missing(operand);
  const top = isFolder ? operand : base;
  const within = await stat(resolve(folder, top)).catch(() => null);
  const below = within?.isDirectory() ? await filesBelow(resolve(folder, top), operand) : [];
  if (isProblem(below)) return below;
  const matches = isFolder ? () => true : picomatch(glob, { nonegate: true });
  const prefix = top === "" || top.endsWith("/") ? top : `${top}/`;
  const found = below.filter((name) => matches(name)).map((name) => `${prefix}${name}`);
  return found.length === 0 ? missing(operand) : found;
}

function missing(operand: string): RepositoryProblem {
  const message = `there is no shard file in ${quoted(operand)}; name the files that \`--shard\` wrote, their folder, or a glob in quotation marks`;
  return usageProblem("no-shards", message);
}

/** Read up to its limit, whatever its size is said to be: it may be a pipe, or grow. */
async function boundedText(path: string, name: string): Promise<string | RepositoryProblem> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > MOST_BYTES) {
        const message = `${quoted(name)} is larger than ${MOST_BYTES >> 20} MB, and no shard file; have more shards if it is one`;
        return usageProblem("bad-shard", message);
      }
      chunks.push(bytes);
    }
  } catch (error) {
    const message = `${quoted(name)} cannot be read (${messageOf(error)}); name a file that can`;
    return usageProblem("bad-shard", message);
  }
  return Buffer.concat(chunks).toString("utf8");
}
