import { manifestTest } from "../deployment/select.ts";
import type { Spec } from "../model/spec.ts";
import { quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Side } from "./side.ts";
import { unreadTemplates } from "./unread-templates.ts";

/** What the choice of manifests leaves out without a word: globs that name nothing, chart templates. */
export function manifestNotices(side: Side, spec: Spec): readonly Diagnostic[] {
  if (side.rendered !== null) return [];
  const paths = [...side.tree.entries.keys()];
  return [
    ...unreadTemplates(side, spec),
    ...(spec.manifests === null ? [] : emptyGlobs(paths, spec)),
  ];
}

/** Where no glob names anything, the model tells that it found no workload. */
function emptyGlobs(paths: readonly string[], spec: Spec): readonly Diagnostic[] {
  const globs = (spec.manifests ?? []).filter(({ pattern }) => !pattern.startsWith("!"));
  const empty = globs.filter((glob) => !paths.some(manifestTest(paths, [glob], glob.folder)));
  if (empty.length === globs.length && spec.renders.length === 0) return [];
  return empty.map(({ pattern, place }) => {
    const message = `${quote(pattern)} names no manifest; correct it, or remove it`;
    return diagnostic("warning", "empty-glob", message, place);
  });
}
