import { remoteWarning } from "../deployment/remote-bases.ts";
import type { ManifestFile, RemoteBase } from "../deployment/workload.ts";
import type { SpecRender } from "../model/spec.ts";
import { quote } from "../model/wording.ts";
import { problemOf, quoted } from "../repository/problem.ts";
import { type Renderers, type Rendering, render } from "../repository/render.ts";
import { MAXIMUM_FILE_BYTES } from "../repository/text.ts";
import type { Tree } from "../repository/tree.ts";
import { indexTree, type TreeIndex } from "../repository/tree-index.ts";
import { joinPath } from "../repository/tree-path.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { splitDocuments } from "../yaml/documents.ts";
import type { Position, YamlNode } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse.ts";
import { helmInputs } from "./helm-inputs.ts";
import { helmOrigin } from "./helm-origin.ts";
import { kustomizationIn, kustomizeInputs } from "./kustomize-inputs.ts";
import { kustomizeOrigin, sourcesOf } from "./kustomize-origin.ts";
import type { RenderedFile } from "./relocate.ts";
import { inputsId, type RenderInputs, scratchLayout } from "./render-inputs.ts";

/** An overlay or a chart of one commit: what to render, or why it cannot be. */
export type RenderSource = {
  /** As messages name it. */
  readonly title: string;
  /** Where it is asked for. */
  readonly place: Place;
  /** A controller applies it, and the spec does not name it: where it cannot be rendered, it is unknown. */
  readonly followed: boolean;
  /** The same for what renders alike. */
  readonly id: string;
  readonly inputs: RenderInputs | null;
  readonly problem: string | null;
};

/** What this run has looked over and rendered already. */
export type RenderCache = {
  readonly indexes: Map<Tree, Promise<TreeIndex>>;
  readonly renderings: Map<string, Promise<Rendered>>;
};

/** `leftOut`: files that the renderer was not given. */
type Rendered = { readonly rendering: Rendering; readonly leftOut: readonly string[] };

export function emptyRenderCache(): RenderCache {
  return { indexes: new Map(), renderings: new Map() };
}

export type TextOf = (path: string) => Promise<string | null>;

/** Find out what is to be rendered for an entry of `manifests`, without rendering it. */
export async function renderSource(
  asked: SpecRender,
  tree: Tree,
  textOf: TextOf,
  cache: RenderCache,
  followed: boolean,
): Promise<RenderSource> {
  const index = await indexOf(tree, cache);
  const inputs =
    asked.kind === "kustomize"
      ? await kustomizeInputs(asked.folder, tree, index, textOf)
      : await helmInputs(asked, { tree, index, textOf });
  const title = (asked.kind === "kustomize" ? asked.folder : asked.chart) || ".";
  const about = { title, place: asked.place, followed };
  return "problem" in inputs
    ? { ...about, id: inputs.problem, inputs: null, problem: inputs.problem }
    : { ...about, id: inputsId(inputs, tree), inputs, problem: null };
}

export function indexOf(tree: Tree, cache: RenderCache): Promise<TreeIndex> {
  const before = cache.indexes.get(tree);
  if (before !== undefined) return before;
  const index = indexTree(tree);
  cache.indexes.set(tree, index);
  return index;
}

/** What came of rendering, as manifests to be read. */
export type RenderedManifests = {
  readonly files: readonly ManifestFile[];
  /** Of `files`, by their names: where each comes from. */
  readonly rendered: ReadonlyMap<string, RenderedFile>;
  readonly remotes: readonly RemoteBase[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Render an overlay or a chart as it stands at one commit. What cannot be rendered is an error at the line
 * that asks for it. An overlay on a base that would have to be fetched is not rendered: the files that it
 * names are read as they stand, and tell of the base.
 *
 * @throws a problem where the renderer is missing
 */
export async function readRendered(
  source: RenderSource,
  tree: Tree,
  renderers: Renderers,
  cache: RenderCache,
): Promise<RenderedManifests> {
  const { inputs, title, place } = source;
  if (inputs === null) return failed(source, `${quote(title)} ${source.problem}`);
  const { request, remotes } = inputs;
  if (request.kind === "kustomize" && remotes.length > 0) {
    const texts = await tree.read(inputs.manifests);
    const files = [...texts].map(([path, text]) => ({ path, text }));
    return { files, rendered: new Map(), remotes: [], diagnostics: [] };
  }
  if (renderers === "refused") {
    const why = "is not rendered here, where what the pull request brings is data";
    return failed(
      source,
      `${quote(title)} ${why}; use the event \`pull_request\`, or render in a job without secrets and use \`base-manifests\` and \`head-manifests\``,
    );
  }
  let made: Rendered;
  try {
    made = await renderOnce(source, inputs, tree, cache);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null || !source.followed) throw error;
    return failed(source, `${quote(title)} is not rendered: ${problem.message}`);
  }
  const { rendering, leftOut } = made;
  const told = [...remoteWarning(remotes), ...leftOutWarning(source, request.kind, leftOut)];
  if (rendering.kind === "rendered") {
    const split = await splitRendering(source, inputs, rendering.text, tree, cache);
    return { ...split, remotes, diagnostics: told };
  }
  if (remotes.length === 0) {
    const tool = request.kind === "helm" ? "helm" : "kustomize";
    return failed(
      source,
      `${quote(title)} cannot be rendered, and ${tool} says why: ${quoted(rendering.why)}; mend it, or correct \`manifests\``,
    );
  }
  const message = `${quote(title)} cannot be rendered without what it depends on (${quoted(rendering.why)}), so its workloads are unknown; commit its dependencies (\`helm dependency build\`)`;
  const warning = diagnostic("warning", "unknown-workloads", message, place);
  return { files: [], rendered: new Map(), remotes, diagnostics: [...told, warning] };
}

function failed({ title, place, followed }: RenderSource, message: string): RenderedManifests {
  const severity = followed ? "warning" : "error";
  return {
    files: [],
    rendered: new Map(),
    remotes: followed ? [{ url: title, place, why: "is not rendered" }] : [],
    diagnostics: [diagnostic(severity, "cannot-render", message, place)],
  };
}

const NAMED = 3;

/** helm renders whatever it finds, and lacks nothing: the team's own may find more. */
function leftOutWarning(
  { title, place }: RenderSource,
  kind: "kustomize" | "helm",
  leftOut: readonly string[],
): readonly Diagnostic[] {
  if (kind === "kustomize" || leftOut.length === 0) return [];
  const names = leftOut.slice(0, NAMED).map(quote).join(", ");
  const more = leftOut.length > NAMED ? ` and ${leftOut.length - NAMED} more` : "";
  const size = MAXIMUM_FILE_BYTES / 2 ** 20;
  const message = `${quote(title)} is rendered without ${names}${more}: what that does to replicas is not known; commit files of at most ${size} MiB, under names without \`\\\`, rather than submodules or links out of the repository`;
  return [diagnostic("warning", "not-evaluated", message, place)];
}

function renderOnce(
  { id }: RenderSource,
  inputs: RenderInputs,
  tree: Tree,
  { renderings }: RenderCache,
): Promise<Rendered> {
  const before = renderings.get(id);
  if (before !== undefined) return before;
  const rendering = scratchLayout(inputs, tree).then(async (layout): Promise<Rendered> => {
    if (layout === null) {
      const why = "its files are larger than what an overlay or a chart holds";
      return { rendering: { kind: "failed", why }, leftOut: [] };
    }
    const { files, leftOut } = layout;
    return { rendering: await render(inputs.request, files), leftOut };
  });
  renderings.set(id, rendering);
  return rendering;
}

/** Object by object, because each comes from somewhere else. */
async function splitRendering(
  source: RenderSource,
  inputs: RenderInputs,
  text: string,
  tree: Tree,
  cache: RenderCache,
): Promise<Pick<RenderedManifests, "files" | "rendered">> {
  const placing = await placingFor(inputs, tree, cache);
  const files: ManifestFile[] = [];
  const rendered = new Map<string, RenderedFile>();
  const { request } = inputs;
  const release = request.kind === "helm" ? ` ${request.namespace ?? ""}/${request.release}` : "";
  for (const [index, { start, end }] of splitDocuments(text).entries()) {
    const part = text.slice(start, end);
    const path = `${source.title}${release} (object ${index + 1})`;
    files.push({ path, text: part });
    let document: YamlNode | null | undefined;
    const placeOf = (line: number, column: number): Place => {
      document ??= parseYaml(part, "kubernetes").documents[0] ?? null;
      return document === null
        ? placing.fallback
        : placing.placeOf(part, document, { line, column });
    };
    rendered.set(path, { placeOf });
  }
  return { files, rendered };
}

type Placing = {
  readonly fallback: Place;
  readonly placeOf: (text: string, object: YamlNode, at: Position) => Place;
};

async function placingFor(
  { request, files }: RenderInputs,
  tree: Tree,
  cache: RenderCache,
): Promise<Placing> {
  const texts = await tree.read(
    [...files.values()].flatMap((one) => (one.kind === "file" ? [one.from] : [])),
  );
  const { real } = await indexOf(tree, cache);
  const sources = sourcesOf(texts, real);
  const start = (file: string): Place => ({ file, line: 1, column: 1 });
  if (request.kind === "kustomize") {
    const fallback = start(kustomizationIn(tree, request.folder) ?? request.folder);
    return {
      fallback,
      placeOf: (_, object, at) => kustomizeOrigin(object, at, sources, fallback),
    };
  }
  const { chart, values } = request;
  const fileAt = (path: string): string | null => {
    const file = files.get(path);
    return file?.kind === "file" ? file.from : null;
  };
  const all = [...values].reverse();
  const own = fileAt(joinPath(chart, "values.yaml"));
  const chartSources = { chart, values: own === null ? all : [...all, own], sources, fileAt };
  const fallback = start(joinPath(chart, "Chart.yaml"));
  return {
    fallback,
    placeOf: (text, object, at) => helmOrigin(text, object, at, chartSources, fallback),
  };
}
