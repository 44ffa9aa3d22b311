import { manifestTest } from "../deployment/select.ts";
import { folderOf } from "../model/paths.ts";
import type { Spec } from "../model/spec.ts";
import { counted, quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import type { Side } from "./side.ts";

/** What the choice of manifests leaves out without a word: globs that name nothing, chart templates. */
export function manifestNotices(side: Side, spec: Spec): readonly Diagnostic[] {
  if (side.rendered !== null) return [];
  const paths = [...side.tree.entries.keys()];
  return spec.manifests === null ? chartTemplates(paths, spec) : emptyGlobs(paths, spec);
}

/** Where no glob names anything, the model tells that it found no workload. */
function emptyGlobs(paths: readonly string[], spec: Spec): readonly Diagnostic[] {
  const globs = (spec.manifests ?? []).filter(({ pattern }) => !pattern.startsWith("!"));
  const empty = globs.filter((glob) => !paths.some(manifestTest(paths, [glob], glob.folder)));
  if (empty.length === globs.length) return [];
  return empty.map(({ pattern, place }) => {
    const message = `${quote(pattern)} names no manifest; correct it, or remove it`;
    return diagnostic("warning", "empty-glob", message, place);
  });
}

const NAMED = 3;

function chartTemplates(paths: readonly string[], spec: Spec): readonly Diagnostic[] {
  const folder = folderOf(spec.path);
  const root = folder === "" ? "" : `${folder}/`;
  const charts = paths
    .filter((path) => path.startsWith(root) && /(?:^|\/)Chart\.yaml$/.test(path))
    .map((path) => `${path.slice(0, -"Chart.yaml".length)}templates/`)
    .filter((templates) => paths.some((path) => path.startsWith(templates)));
  if (charts.length === 0) return [];
  const names = charts.slice(0, NAMED).map(quote).join(", ");
  const more = charts.length > NAMED ? ` and ${charts.length - NAMED} more` : "";
  const message = `the templates of ${counted(charts.length, "Helm chart")} are not read: ${names}${more}; render them, and use \`base-manifests\` and \`head-manifests\``;
  return [diagnostic("notice", "chart-templates", message, spec.place)];
}
