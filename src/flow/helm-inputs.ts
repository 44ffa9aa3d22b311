import { placeIn } from "../deployment/definition.ts";
import type { RemoteBase } from "../deployment/workload.ts";
import { resolvePath } from "../model/paths.ts";
import { isReleaseName } from "../model/read-renders.ts";
import type { SpecRender } from "../model/spec.ts";
import { quote } from "../model/wording.ts";
import type { Tree } from "../repository/tree.ts";
import type { TreeIndex } from "../repository/tree-index.ts";
import { joinPath } from "../repository/tree-path.ts";
import { asSequence, asText, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse.ts";
import {
  type Gathering,
  gathering,
  type InputProblem,
  type RenderInputs,
} from "./render-inputs.ts";

type Chart = Omit<SpecRender & { readonly kind: "helm" }, "place" | "kind">;

type Source = {
  readonly tree: Tree;
  readonly index: TreeIndex;
  readonly textOf: (path: string) => Promise<string | null>;
};

/** What helm reads for a release: the chart, the charts of the repository that it depends on, and the values. */
export async function helmInputs(
  chart: Chart,
  source: Source,
): Promise<RenderInputs | InputProblem> {
  const { tree, index } = source;
  const folder = index.real(chart.chart);
  if (folder === null || !tree.entries.has(joinPath(folder, "Chart.yaml"))) {
    const why = index.isFolder(folder ?? "/") ? "has no `Chart.yaml`" : "is no folder";
    return { problem: `${why} at this commit; correct the path` };
  }
  const gathered = gathering(tree, index);
  const remotes: RemoteBase[] = [];
  const charts = { gathered, remotes, left: MOST_CHARTS };
  const name = await addChart(folder, folder, source, charts, 0);
  if (charts.left < 0) {
    return {
      problem: `depends on charts in circles, or more than ${MOST_CHARTS} times; mend that`,
    };
  }
  const values: string[] = [];
  for (const { value } of chart.values) {
    const path = index.real(value);
    if (path === null || tree.entries.get(path)?.kind !== "file") {
      const beside = index.real(joinPath(folder, value));
      const near = beside !== null && tree.entries.has(beside) ? beside : null;
      const remedy = near === null ? "correct `values`" : `did you mean ${quote(near)}?`;
      return { problem: `is to be rendered with ${quote(value)}, which is no file; ${remedy}` };
    }
    gathered.file(path);
    values.push(path);
  }
  for (const [number, text] of (chart.inline ?? []).entries()) {
    // No path of a tree holds an empty part, so this is none of its files.
    const path = `/inline/${number}.yaml`;
    gathered.files.set(path, { kind: "made", text });
    values.push(path);
  }
  if (gathered.isTooLarge()) return { problem: "holds too many files; name a smaller folder" };
  const release = chart.release ?? name ?? "";
  if (!isReleaseName(release)) return { problem: "needs a `release`; name it" };
  return {
    request: { kind: "helm", chart: folder, release, namespace: chart.namespace, values },
    files: gathered.files,
    leftOut: gathered.leftOut,
    remotes,
    manifests: [],
  };
}

/** Deeper than charts ever nest, unless one depends on itself. */
const DEEPEST = 10;
/** A chart counts each time that another depends on it: within each it is laid out anew. */
const MOST_CHARTS = 500;

/** What is added so far, and how many dependencies more may be; below zero: too many. */
type Charts = { readonly gathered: Gathering; readonly remotes: RemoteBase[]; left: number };

/**
 * Add a chart, and what `helm dependency build` would put below its `charts`: charts of the repository
 * (`file://`) as they stand; for what would have to be fetched an empty chart of that name, so that the
 * rest can be rendered.
 *
 * @returns the name of the chart
 */
async function addChart(
  folder: string,
  at: string,
  source: Source,
  charts: Charts,
  depth: number,
): Promise<string | null> {
  const { tree, index, textOf } = source;
  const { gathered, remotes } = charts;
  gathered.folder(folder, at);
  let name: string | null = null;
  // Charts of `apiVersion: v1` list them in a file of their own.
  for (const file of ["Chart.yaml", "requirements.yaml"]) {
    const path = joinPath(folder, file);
    const text = tree.entries.has(path) ? await textOf(index.real(path) ?? path) : null;
    const document = text === null ? null : (parseYaml(text, "kubernetes").documents[0] ?? null);
    if (file === "Chart.yaml") name = asText(lookup(document, "name"));
    for (const item of asSequence(lookup(document, "dependencies"))?.items ?? []) {
      const wanted = dependencyOf(item);
      if (wanted === null) continue;
      charts.left = depth < DEEPEST ? charts.left - 1 : -1;
      if (charts.left < 0) return name;
      const below = joinPath(at, `charts/${wanted.name}`);
      if (isVendored(folder, wanted.name, source)) continue;
      const local = localChart(wanted.repository, folder, source);
      if (local !== null) {
        await addChart(local, below, source, charts, depth + 1);
        continue;
      }
      gathered.files.set(`${below}/Chart.yaml`, {
        kind: "made",
        text: JSON.stringify({ apiVersion: "v2", name: wanted.name, version: "0.0.0" }),
      });
      remotes.push({
        url: `${wanted.repository}/${wanted.name}`,
        place: placeIn(path, item.at),
        why: "is not fetched",
      });
    }
  }
  return name;
}

function dependencyOf(
  item: YamlNode,
): { readonly name: string; readonly repository: string } | null {
  const name = asText(lookup(item, "name"));
  if (name === null || !/^[A-Za-z0-9][\w.-]*$/.test(name)) return null;
  return { name, repository: (asText(lookup(item, "repository")) ?? "").replace(/\/+$/, "") };
}

/** Whether `charts` holds the dependency, unpacked or as an archive (`redis-18.1.0.tgz`). */
function isVendored(folder: string, name: string, { tree, index }: Source): boolean {
  const charts = joinPath(folder, "charts");
  const chart = index.real(joinPath(charts, `${name}/Chart.yaml`));
  if (chart !== null && tree.entries.has(chart)) return true;
  return index.below(charts).some((path) => {
    const file = path.slice(charts.length + 1);
    return file.startsWith(`${name}-`) && /^[^/]*\d[^/]*\.tgz$/.test(file.slice(name.length + 1));
  });
}

function localChart(repository: string, folder: string, { tree, index }: Source): string | null {
  if (!repository.startsWith("file://")) return null;
  const inside = resolvePath(folder, repository.slice("file://".length));
  const real = inside === null ? null : index.real(inside);
  return real !== null && tree.entries.has(joinPath(real, "Chart.yaml")) ? real : null;
}
