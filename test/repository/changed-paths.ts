import type { Tree } from "../../src/repository/tree.ts";

/** Paths that are in one tree only, or whose content or kind differs. */
export function changedPaths(base: Tree, head: Tree): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const [path, entry] of base.entries) {
    const other = head.entries.get(path);
    if (other === undefined || other.id !== entry.id || other.kind !== entry.kind) {
      changed.add(path);
    }
  }
  for (const path of head.entries.keys()) {
    if (!base.entries.has(path)) changed.add(path);
  }
  return changed;
}
