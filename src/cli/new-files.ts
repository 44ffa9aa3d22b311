import { lstatSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeWholeFile } from "../repository/whole-file.ts";

/** A file that a command writes: its path below the folder that the user named. */
export type NewFile = { readonly path: string; readonly text: string };

/** Whether a file may be written below a folder, or is there already. */
export function stateOf(target: string, { path }: NewFile): "new" | "there" | "linked" {
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth++) {
    const whole = join(target, ...parts.slice(0, depth));
    const stats = lstatSync(whole, { throwIfNoEntry: false });
    // What is not there yet is made, with all folders on the way.
    if (stats === undefined) return "new";
    // A link would lead elsewhere.
    const isRight = depth === parts.length ? stats.isFile() : stats.isDirectory();
    if (!isRight) return "linked";
  }
  return "there";
}

/** Write a file with all folders on the way. Rejects as node:fs does. */
export async function writeBelow(target: string, { path, text }: NewFile): Promise<void> {
  const whole = join(target, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeWholeFile(whole, text);
}
