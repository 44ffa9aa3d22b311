import { randomUUID } from "node:crypto";
import { mkdir, realpath, rename, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { messageOf } from "../repository/problem.ts";
import { makeScratch } from "../repository/scratch.ts";
import { writeWholeFile } from "../repository/whole-file.ts";

/** A file that an input of the Action asks for. */
export type WantedFile = {
  /** Name of the input, for messages. */
  readonly input: string;
  /** As the workflow names it: relative to the workspace. */
  readonly path: string;
  readonly render: () => string | Promise<string>;
};

export type Places = { readonly workspace: string; readonly temp: string };

/** What could not be written, in one line each: no verdict depends on a file. */
export async function writeWanted(
  files: readonly WantedFile[],
  places: Places,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { input, path, render } of files) {
    try {
      const file = await placeFor(path, places);
      if (file === null) {
        const message = `the file of the input \`${input}\` would lie outside of the workspace, and is not written; name a path in it`;
        warnings.push(message);
      } else await writeWholeFile(file, await render());
    } catch (error) {
      warnings.push(
        `the file of the input \`${input}\` could not be written (${messageOf(error)}); name a file that may be written`,
      );
    }
  }
  return warnings;
}

/**
 * Writes a file that the job's later steps read, in a folder of its own: several gates each keep theirs. It is there
 * once it is whole.
 */
export async function writeTemporary(temp: string, name: string, text: string): Promise<string> {
  const draft = makeScratch(temp);
  try {
    await writeFile(join(draft.folder, name), text);
    const folder = join(temp, `availability-gate-${randomUUID()}`);
    await rename(draft.folder, folder);
    return join(folder, name);
  } finally {
    await draft.remove();
  }
}

/**
 * Where a file comes to lie, its folder made: below the workspace or the runner's own temporary folder.
 * `null` where that is elsewhere, also by a link that the checked-out commit brings along.
 */
async function placeFor(path: string, { workspace, temp }: Places): Promise<string | null> {
  const file = resolve(workspace, path);
  const roots = [workspace, temp].map((one) => resolve(one)).filter((root) => isBelow(root, file));
  if (roots.length === 0) return null;
  const folder = dirname(file);
  // Looked at before anything is made: `mkdir` follows links, too. Nor may one lead from the workspace into the
  // runner's folder, which holds the event and the scripts of the job.
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  const inside = (one: string) =>
    real.some((root) => root !== null && (one === root || isBelow(root, one)));
  if (!inside(await nearestReal(folder))) return null;
  await mkdir(folder, { recursive: true });
  return inside(await realpath(folder)) ? file : null;
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The real path of the nearest folder that there is. */
async function nearestReal(folder: string): Promise<string> {
  const found = await realpath(folder).catch(() => null);
  if (found !== null || dirname(folder) === folder) return found ?? folder;
  return nearestReal(dirname(folder));
}
