import type { EngineOptions } from "../availability/estimate.ts";
import { readDeployment } from "../deployment/read.ts";
import { selectManifests } from "../deployment/select.ts";
import type { Deployment } from "../deployment/workload.ts";
import { draftOf, manifestLines } from "../draft/draft.ts";
import { environmentText } from "../draft/environment-text.ts";
import type { Environment } from "../draft/environments.ts";
import { type Layout, layoutOf } from "../draft/layout.ts";
import { type Draft, specText, stubText } from "../draft/spec-text.ts";
import { workflowText } from "../draft/workflow-text.ts";
import { counted, quote } from "../model/wording.ts";
import { problemOf } from "../repository/problem.ts";
import type { Tree } from "../repository/tree.ts";
import { estimate } from "./estimate.ts";
import { sourcesOf } from "./init-sources.ts";
import { withFiles } from "./laid-over.ts";
import { manifestsOf, plainPath } from "./manifest-paths.ts";
import { DEFAULT_MODEL } from "./options.ts";
import { readDeploymentOf } from "./read-manifests.ts";
import { emptyCache, type ReadCache, readSpecAt, readTexts } from "./side.ts";

export type InitRequest = {
  readonly tree: Tree;
  /** Folder to write the spec in, with a trailing slash; empty for the top of the repository. */
  readonly prefix: string;
  readonly options: EngineOptions;
};

/** A drafted file, by its path in the repository. */
export type DraftFile = { readonly path: string; readonly text: string };

export type Initial = {
  readonly files: readonly DraftFile[];
  /** `null`: the manifests hold no workload, and there are no files. */
  readonly draft: Draft | null;
  readonly layout: Layout;
  readonly deployment: Deployment | null;
  /** Files that were looked at. */
  readonly looked: number;
  /** What could not be found out, a line each. */
  readonly told: readonly string[];
};

export const WORKFLOW = ".github/workflows/availability.yml";

/** A first spec, its environments and a workflow, from the manifests of a tree. Reads, and writes nothing. */
export async function initial({ tree, prefix, options }: InitRequest): Promise<Initial> {
  const cache = emptyCache();
  const selected = selectManifests([...tree.entries.keys()], null, prefix.replace(/\/$/, ""));
  const texts = await readTexts(tree, selected, cache);
  const facts = [...texts].map(([path, text]) => ({
    path: path.slice(prefix.length),
    text,
    workloads: readDeployment([{ path, text }], cache.manifests).workloads,
  }));
  const told: string[] = [];
  const whole = { tree, prefix, layout: layoutOf(sourcesOf(facts)), cache, told };
  const { place, deployment } = await readable(whole);
  const { layout } = place;
  const nothing = { files: [], draft: null, layout, deployment, looked: selected.length };
  if (deployment === null || deployment.workloads.length === 0) return { ...nothing, told };

  const laptop = await laptopOf(place);
  const draftFor = (chosen: Layout, figures: ReadonlyMap<string, number>) =>
    draftOf(deployment, laptop, chosen, figures);
  const rough = draftFor(layout, new Map());
  const environments = await standing(place, rough, options);
  const kept = { ...layout, environments };
  const figures = await figuresOf(place, draftFor(kept, new Map()), kept, options);
  const draft = draftFor(kept, figures);
  const files = [...specsOf(draft, kept, prefix), workflowOf(kept, prefix)];
  return { ...nothing, files, draft, layout: kept, told };
}

type Work = {
  readonly tree: Tree;
  readonly prefix: string;
  readonly layout: Layout;
  readonly cache: ReadCache;
  readonly told: string[];
};

function specsOf(draft: Draft, layout: Layout, prefix: string): readonly DraftFile[] {
  return [
    { path: `${prefix}${DEFAULT_MODEL}`, text: specText(draft) },
    ...layout.environments.map((one) => ({
      path: pathOf(one, prefix),
      text: environmentText(one, layout),
    })),
  ];
}

function pathOf({ name }: Environment, prefix: string): string {
  return `${prefix}availability/${name}.yaml`;
}

function workflowOf({ environments }: Layout, prefix: string): DraftFile {
  const own = prefix === "" ? null : `${prefix}${DEFAULT_MODEL}`;
  const model = environments.length === 0 ? own : `${prefix}availability/*.yaml`;
  return { path: WORKFLOW, text: workflowText(model) };
}

/** What can be read here: a chart that nothing renders would keep the manifests beside it from any draft. */
async function readable(
  work: Work,
): Promise<{ readonly place: Work; readonly deployment: Deployment | null }> {
  const { charts } = work.layout;
  const unread: string[] = [];
  const deployment = await basis({ ...work, told: unread });
  const [problem] = unread;
  if (deployment !== null || problem === undefined || charts.length === 0) {
    work.told.push(...new Set(unread));
    return { place: work, deployment };
  }
  const names = charts.map(({ folder }) => quote(folder)).join(", ");
  const what = charts.length === 1 ? "the chart" : "the charts";
  work.told.push(`what ${what} ${names} would deploy, and the draft leaves it out: ${problem}`);
  const place = { ...work, layout: { ...work.layout, charts: [] } };
  return { place, deployment: await basis(place) };
}

/** What the shared manifests say; where they hold nothing, what those of one environment say. */
async function basis(work: Work): Promise<Deployment | null> {
  const { layout, prefix } = work;
  const path = `${prefix}${DEFAULT_MODEL}`;
  const stub = { path, text: stubText(manifestLines(layout)) };
  const shared = await deploymentAt(work, [stub], path);
  const main =
    layout.environments.find(({ name }) => /^pro?d/.test(name)) ?? layout.environments.at(-1);
  if (main === undefined || (shared !== null && shared.workloads.length > 0)) return shared;
  const own = { path: pathOf(main, prefix), text: environmentText(main, layout) };
  return (await deploymentAt(work, [stub, own], own.path)) ?? shared;
}

/** What the Compose files say that the draft leaves out. */
async function laptopOf({ tree, prefix, layout, cache }: Work): Promise<Deployment | null> {
  if (layout.laptop.length === 0) return null;
  const manifests = layout.laptop.map((path) => plainPath(`${prefix}${path}`, tree));
  return readDeploymentOf({ tree, rendered: null }, manifests, cache);
}

async function deploymentAt(
  { tree, cache, told }: Work,
  files: readonly DraftFile[],
  path: string,
): Promise<Deployment | null> {
  const side = { tree: withFiles(tree, files), rendered: null };
  const { spec } = await readSpecAt(side.tree, path, cache);
  if (spec === null) return null;
  try {
    return await readDeploymentOf(side, await manifestsOf(side, spec, cache), cache);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    told.push(problem.message);
    return null;
  }
}

/** More would be clusters or tenants, and a spec each no help. */
const MOST = 20;

/** The environments of which a spec can be judged; the others are told, with the reason. */
async function standing(
  work: Work,
  draft: Draft,
  options: EngineOptions,
): Promise<readonly Environment[]> {
  const { prefix, told } = work;
  const layout = { ...work.layout, environments: work.layout.environments.slice(0, MOST) };
  const beyond = work.layout.environments.slice(MOST).map(({ name }) => quote(name));
  if (beyond.length > 0) {
    told.push(
      `${counted(beyond.length, "environment")} beyond ${MOST} got no spec: ${beyond.join(", ")}`,
    );
  }
  const files = specsOf(draft, layout, prefix);
  const stands: Environment[] = [];
  for (const one of layout.environments) {
    const problem = await problemAt(work, files, pathOf(one, prefix), options);
    if (problem === null || problem.isMissing) stands.push(one);
    if (problem === null) continue;
    const what = problem.isMissing ? "was not tried here" : "is left out";
    told.push(`the environment ${quote(one.name)} ${what}: ${problem.message}`);
  }
  return stands;
}

async function problemAt(
  { tree }: Work,
  files: readonly DraftFile[],
  path: string,
  options: EngineOptions,
): Promise<{ readonly message: string; readonly isMissing: boolean } | null> {
  try {
    const side = { tree: withFiles(tree, files), rendered: null };
    const outcome = await estimate(side, [path], options);
    if (outcome.kind === "estimated") return null;
    const first = outcome.diagnostics.find(({ severity }) => severity === "error");
    return { message: first?.message ?? "it is not valid", isMissing: false };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { message: problem.message, isMissing: true };
  }
}

/** What each endpoint comes to by the shared spec, or by that of the first environment. */
async function figuresOf(
  { tree, prefix, told }: Work,
  draft: Draft,
  layout: Layout,
  options: EngineOptions,
): Promise<ReadonlyMap<string, number>> {
  const files = specsOf(draft, layout, prefix);
  const paths = files.map(({ path }) => path);
  const side = { tree: withFiles(tree, files), rendered: null };
  const path = paths.length === 1 ? paths[0]! : (paths[1] ?? paths[0]!);
  try {
    const outcome = await estimate(side, [path], options);
    if (outcome.kind === "invalid") {
      told.push(...outcome.diagnostics.slice(0, 5).map(({ message }) => message));
      return new Map();
    }
    const endpoints = outcome.estimates.flatMap(({ model }) => model.endpoints);
    return new Map(
      endpoints.flatMap(({ name, head }) =>
        head === null ? [] : [[name, head.availability] as const],
      ),
    );
  } catch (error) {
    if (problemOf(error) === null) throw error;
    return new Map();
  }
}
