import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import picomatch from "picomatch";
import {
  isProblem,
  messageOf,
  problemError,
  problemOf,
  quoted,
  type RepositoryProblem,
  unavailable,
  usageProblem,
} from "./problem.ts";
import { unpacked } from "./unpack.ts";
import { filesBelow } from "./walk.ts";

/** A file with traces, or standard input. */
export type TraceSource = {
  /** As it is told to people: the operand, or the path below it. */
  readonly name: string;
  /** That a folder or a glob brought it, and nobody named it. */
  readonly found: boolean;
  /** Bytes on disk; `null`: not known before they are read. */
  readonly size: number | null;
  /**
   * Its bytes, uncompressed, one time.
   *
   * @throws an error that carries a problem (`problemOf`) where they cannot be read
   */
  readonly chunks: () => AsyncIterable<TraceChunk>;
};

export type TraceChunk = {
  readonly bytes: Uint8Array;
  /** Of `size`, those that have been read so far. */
  readonly consumed: number;
};

type Found = { readonly path: string; readonly name: string; readonly found: boolean };

/** Text from so many bytes of ASCII is held outside of V8's heap (`json-values.ts`). */
const CHUNK_BYTES = 2 << 20;

/**
 * The sources that operands name, in their order, those of a folder or a glob sorted, each file once:
 * a file, a folder with all that is in it but hidden files, a glob where no file has that name, `-` for
 * standard input.
 *
 * @param folder what relative paths are relative to
 */
export async function findTraceSources(
  operands: readonly string[],
  input: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<readonly TraceSource[] | RepositoryProblem> {
  const sources = new Map<string, TraceSource>();
  for (const operand of operands) {
    if (operand === "-") {
      sources.set(
        "-",
        sourceOf("standard input", false, null, () => input),
      );
      continue;
    }
    const files = await filesOf(operand, folder);
    if (isProblem(files)) return files;
    for (const file of files) {
      const source = await openable(file);
      if (isProblem(source)) return source;
      // A shell's pipe has no real path.
      const id = await realpath(file.path).catch(() => file.path);
      const before = sources.get(id);
      // Named beats found: what was named must hold traces.
      if (before === undefined || (before.found && !source.found)) sources.set(id, source);
    }
  }
  return [...sources.values()];
}

async function filesOf(
  operand: string,
  folder: string,
): Promise<readonly Found[] | RepositoryProblem> {
  const path = resolve(folder, operand);
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) return below(operand, path);
  if (stats !== null) return [{ path, name: operand, found: false }];
  return picomatch.scan(operand).isGlob ? matching(operand, folder) : missing(operand);
}

async function below(operand: string, path: string): Promise<readonly Found[] | RepositoryProblem> {
  const names = await filesBelow(path, operand);
  if (isProblem(names)) return names;
  if (names.length === 0) {
    const message = `there is no file in ${quoted(operand)}; give a folder with traces, or files`;
    return usageProblem("no-trace-files", message);
  }
  const prefix = operand.endsWith("/") ? operand : `${operand}/`;
  return names.map((name) => ({
    path: resolve(path, name),
    name: prefix === "./" ? name : `${prefix}${name}`,
    found: true,
  }));
}

async function matching(
  operand: string,
  folder: string,
): Promise<readonly Found[] | RepositoryProblem> {
  const { base, glob } = picomatch.scan(operand);
  const path = resolve(folder, base);
  const stats = await stat(path).catch(() => null);
  const names = stats?.isDirectory() ? await filesBelow(path, operand) : [];
  if (isProblem(names)) return names;
  const matches = picomatch(glob, { nonegate: true });
  const prefix = base === "" || base.endsWith("/") ? base : `${base}/`;
  const found = names
    .filter((name) => matches(name))
    .map((name) => ({ path: resolve(path, name), name: `${prefix}${name}`, found: true }));
  return found.length === 0 ? missing(operand) : found;
}

function missing(operand: string): RepositoryProblem {
  const message = `there is no file ${quoted(operand)}; name files with traces, folders, globs in quotation marks, or - for standard input`;
  return usageProblem("no-trace-files", message);
}

/** Named pipes are read too, as a shell's `<(…)` makes them. */
async function openable(file: Found): Promise<TraceSource | RepositoryProblem> {
  const stats = await stat(file.path).catch(messageOf);
  if (typeof stats === "string") return unreadable(file.name, stats);
  const isStream = stats.isFIFO() || stats.isCharacterDevice();
  if (!stats.isFile() && !isStream) {
    return usageProblem(
      "no-trace-files",
      `${quoted(file.name)} is no file; name files with traces`,
    );
  }
  const size = stats.isFile() ? stats.size : null;
  return sourceOf(file.name, file.found, size, () =>
    createReadStream(file.path, { highWaterMark: CHUNK_BYTES }),
  );
}

function sourceOf(
  name: string,
  found: boolean,
  size: number | null,
  open: () => AsyncIterable<Uint8Array>,
): TraceSource {
  async function* chunks(): AsyncGenerator<TraceChunk> {
    let consumed = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const bytes of open()) {
        consumed += bytes.length;
        yield bytes;
      }
    }
    try {
      for await (const bytes of unpacked(counted(), name)) yield { bytes, consumed };
    } catch (error) {
      throw problemOf(error) === null ? problemError(unreadable(name, messageOf(error))) : error;
    }
  }
  return { name, found, size, chunks };
}

function unreadable(name: string, why: string): RepositoryProblem {
  return unavailable(
    "unreadable-traces",
    `cannot read ${quoted(name)}: ${why}; check the file and its permissions`,
  );
}
