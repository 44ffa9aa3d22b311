import { posix } from "node:path";
import { manifestTest } from "../deployment/select.ts";
import { folderOf } from "../model/paths.ts";
import type { Spec } from "../model/spec.ts";
import { counted, quote } from "../model/wording.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { globsOf } from "./manifest-paths.ts";
import { contentId, type Side } from "./side.ts";

const CHART = /(?:^|\/)Chart\.yaml$/;
const VALUES = /(?:^|\/)values[^/]*\.ya?ml$/;

/**
 * Folders (`""` for the root) of the charts whose templates nobody renders, though they are among what the
 * spec looks at: by default all below it; else those that a glob leads into.
 */
function unreadCharts(paths: readonly string[], spec: Spec): readonly string[] {
  const root = rootOf(spec);
  const globs = globsOf(spec);
  // Exclusions narrow the default, which passes over the templates that are to be told here.
  const narrows = globs?.every(({ pattern }) => pattern.startsWith("!")) && globs.length > 0;
  const everything = narrows ? [{ pattern: "**", folder: folderOf(spec.path) }] : [];
  const selects =
    globs === null ? null : manifestTest(paths, [...everything, ...globs], folderOf(spec.path));
  const charts = paths
    .filter((path) => CHART.test(path) && path.startsWith(root))
    .map((path) => path.slice(0, -"Chart.yaml".length));
  const rendered = spec.renders.flatMap((one) =>
    one.kind === "helm" ? [one.chart === "" ? "" : `${one.chart}/`] : [],
  );
  // A chart within a chart is rendered with it.
  const outermost = charts.filter(
    (chart) =>
      ![...charts, ...rendered].some((other) => other !== chart && chart.startsWith(other)),
  );
  return outermost.filter((chart) => {
    if (rendered.includes(chart)) return false;
    const isOne = (path: string) => path.startsWith(`${chart}templates/`);
    return paths.some((path) => isOne(path) && (selects === null || selects(path)));
  });
}

function rootOf(spec: Spec): string {
  const folder = folderOf(spec.path);
  return folder === "" ? "" : `${folder}/`;
}

/** The line of `manifests` that has a chart rendered. */
function renderLine(chart: string, spec: Spec): string {
  const path = posix.relative(folderOf(spec.path), chart) || ".";
  const written = /^[\w./-]+$/.test(path) ? path : JSON.stringify(path);
  return `- helm: { chart: ${written} }`;
}

const NAMED = 3;

/** Charts that are passed over, and how to have them rendered: once. */
export function unreadTemplates(side: Side, spec: Spec): readonly Diagnostic[] {
  const charts = unreadCharts([...side.tree.entries.keys()], spec);
  const [first] = charts;
  if (first === undefined) return [];
  const names = charts
    .slice(0, NAMED)
    .map((chart) => quote(`${chart}templates/`))
    .join(", ");
  const more = charts.length > NAMED ? ` and ${charts.length - NAMED} more` : "";
  const message = `the templates of ${counted(charts.length, "Helm chart")} are not read: ${names}${more}; to have them rendered at each commit, write ${quote(renderLine(first, spec))} under \`manifests\`, beside the globs of what else is deployed`;
  return [diagnostic("notice", "chart-templates", message, spec.place)];
}

/**
 * What changes in charts that nobody renders, and in files of values: it may move replicas, and no figure
 * knows. One warning.
 */
export function templateChanges(base: Side, head: Side, spec: Spec): readonly Diagnostic[] {
  if (base.rendered !== null || head.rendered !== null) return [];
  const [before, after] = [base.tree.entries, head.tree.entries];
  const paths = [...new Set([...after.keys(), ...before.keys()])];
  const charts = unreadCharts(paths, spec);
  const [first] = charts;
  if (first === undefined) return [];
  const root = rootOf(spec);
  const changed = paths
    .filter((path) => contentId(before.get(path)) !== contentId(after.get(path)))
    .filter((path) => charts.some((chart) => path.startsWith(chart)) || isValues(path, root))
    .filter((path) => /\.(?:ya?ml|json|tpl|tgz|txt)$/.test(path) && path !== spec.path)
    .sort();
  return notEvaluated(
    changed,
    head,
    spec,
    `write ${quote(renderLine(first, spec))} under \`manifests\``,
  );
}

function isValues(path: string, root: string): boolean {
  return path.startsWith(root) && VALUES.test(path);
}

/** Manifests that changed, and that could be read at neither commit (`{{ }}`): one warning. */
export function unreadChanges(
  base: Side,
  head: Side,
  unread: readonly string[],
  spec: Spec,
): readonly Diagnostic[] {
  if (base.rendered !== null || head.rendered !== null) return [];
  const changed = [...new Set(unread)]
    .filter((path) => head.tree.entries.has(path) || base.tree.entries.has(path))
    .filter(
      (path) => contentId(base.tree.entries.get(path)) !== contentId(head.tree.entries.get(path)),
    )
    .sort();
  const remedy = "render them in your workflow, and use `base-manifests` and `head-manifests`";
  return notEvaluated(changed, head, spec, remedy);
}

function notEvaluated(
  changed: readonly string[],
  head: Side,
  spec: Spec,
  remedy: string,
): readonly Diagnostic[] {
  if (changed.length === 0) return [];
  const names = changed.slice(0, NAMED).map(quote).join(", ");
  const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : "";
  const are =
    changed.length === 1
      ? "is a template or its values, and is"
      : "are templates or their values, and are";
  const message = `${names}${more} changed, ${are} not evaluated: what that does to replicas is not known; ${remedy}`;
  const here = changed.find((path) => head.tree.entries.has(path));
  const place = here === undefined ? spec.place : { file: here, line: 1, column: 1 };
  return [diagnostic("warning", "not-evaluated", message, place)];
}
