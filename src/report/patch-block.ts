import { visible } from "./escape.ts";

/** Longer ones are for an editor, not for a comment. */
const LONGEST = 2_000;

/**
 * A unified diff as a block that shows what is removed and added, to copy; the fence is longer than any
 * within. `null` where it cannot be shown as it is.
 */
export function patchBlock(patch: string): string | null {
  const shown = patchLines(patch);
  if (shown === null) return null;
  const runs = shown.join("\n").match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, 1 + Math.max(0, ...runs.map((run) => run.length))));
  return [`${fence}diff`, ...shown, fence].join("\n");
}

/**
 * The lines of a unified diff. They are of the repository: what the eye cannot see is spelled out.
 *
 * @returns `null` where it cannot be shown as it is: too long, or a command of the Actions runner, which
 *   reads the logs that reports may be printed to
 */
export function patchLines(patch: string): readonly string[] | null {
  if (patch.length > LONGEST || patch.includes("##[")) return null;
  const lines = patch.replace(/\r?\n$/, "").split(/\r?\n/);
  if (lines.some((line) => /^\s*::/.test(line))) return null;
  return lines.map((line) => line.split("\t").map(visible).join("\t"));
}
