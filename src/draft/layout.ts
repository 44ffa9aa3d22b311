import type { Deployment, Workload } from "../deployment/workload.ts";
import { type Environment, environmentsOf, type Overlay } from "./environments.ts";
import { folderOf, twinComposes, twinManifests } from "./twins.ts";

/** What one file holds, read by itself. */
export type FileFacts = {
  readonly path: string;
  readonly text: string;
  readonly workloads: readonly Workload[];
};

/** What of a repository there is to choose from. */
export type Sources = {
  /** Manifests by the default selection, in order of their paths. */
  readonly files: readonly FileFacts[];
  /** Folders of kustomizations, and whether each is a component, which is nothing by itself. */
  readonly overlays: readonly Overlay[];
  /** Folders of charts, with the files of values that lie in them. */
  readonly charts: readonly Chart[];
};

export type Chart = { readonly folder: string; readonly values: readonly string[] };

/** A pattern that leaves files out, and why. */
export type LeftOut = { readonly pattern: string; readonly why: string };

/** Which manifests a draft is made of. */
export type Layout = {
  /** Files that the shared spec reads. */
  readonly paths: readonly string[];
  /** Folders of those that hold workloads. */
  readonly sharedFolders: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly environments: readonly Environment[];
  /** Charts that no environment renders. */
  readonly charts: readonly Chart[];
  /** Compose files that are left out for manifests of a cluster: they may know calls that those do not tell. */
  readonly laptop: readonly string[];
};

/**
 * Choose the manifests that are deployed together. What only an environment adds, what another file defines
 * as well, and what only laptops run is left out, each with its reason: a guess that a person can undo.
 */
export function layoutOf({ files, overlays, charts }: Sources): Layout {
  const { environments, folders } = environmentsOf(files, overlays, charts);
  const leftOut: LeftOut[] = folders.map(({ folder, why }) => ({
    pattern: `!${literal(folder)}/**`,
    why,
  }));
  const isBelow = (path: string) => folders.some(({ folder }) => path.startsWith(`${folder}/`));
  const shared = files.filter(({ path }) => !isBelow(path));
  const kept = new Set(shared.map(({ path }) => path));
  const drop = (paths: readonly string[], why: string) => {
    for (const path of paths) {
      kept.delete(path);
      leftOut.push({ pattern: `!${literal(path)}`, why });
    }
  };
  const compose = shared.filter(isComposeFile);
  const cluster = shared.filter((one) => !isComposeFile(one) && one.workloads.length > 0);
  const all = files.filter((one) => !isComposeFile(one)).flatMap((one) => one.workloads);
  const isClustered = prefersCluster(all, compose);
  if (isClustered) {
    drop(
      compose.map(({ path }) => path),
      "Compose, taken to be for laptops: Kubernetes runs the same services",
    );
  } else {
    drop(
      cluster.map(({ path }) => path),
      "Kubernetes, which runs fewer services than Compose here",
    );
    for (const { path, other } of twinComposes(compose)) {
      drop([path], `another way to run what ${other} runs`);
    }
  }
  const kustomized = new Set(overlays.map(({ folder }) => folder));
  for (const { path, other } of twinManifests(
    cluster.filter(({ path }) => kept.has(path)),
    kustomized,
  )) {
    drop([path], `defines what ${other} defines as well`);
  }
  const running = shared.filter(({ path, workloads }) => kept.has(path) && workloads.length > 0);
  return {
    paths: shared.map(({ path }) => path).filter((path) => kept.has(path)),
    sharedFolders: [...new Set(running.map(({ path }) => folderOf(path)))].sort(),
    leftOut: collapsed(
      leftOut,
      files.map(({ path }) => path),
    ),
    environments,
    laptop: isClustered ? compose.map(({ path }) => path) : [],
    charts: environments.some((one) => one.kind === "helm") ? [] : charts,
  };
}

/** A layer may bring no service of its own. */
function isComposeFile({ path, workloads }: FileFacts): boolean {
  return (
    workloads.some(({ kind }) => kind === "ComposeService") ||
    (workloads.length === 0 && /(?:^|[/._-])compose(?:[._-][^/]*)?\.ya?ml$/.test(path))
  );
}

/** Where both describe the system, the cluster is what counts, unless it runs far less. */
function prefersCluster(cluster: Deployment["workloads"], compose: readonly FileFacts[]): boolean {
  const names = (workloads: readonly Workload[]) => new Set(workloads.map(({ name }) => name));
  const inCompose = names(compose.flatMap(({ workloads }) => workloads));
  return inCompose.size === 0 || 2 * names(cluster).size >= inCompose.size;
}

/** Signs of globs stand for themselves in no other way. */
export function literal(path: string): string {
  return path.replace(/[[\]{}()*?!+@\\]/g, "?");
}

/** One pattern for a folder of which everything is left out for the same reason. */
function collapsed(leftOut: readonly LeftOut[], paths: readonly string[]): readonly LeftOut[] {
  const groups = new Map<string, LeftOut[]>();
  for (const one of leftOut) {
    const key = JSON.stringify([parentOf(one.pattern), one.why.replace(/defines what \S+/, "")]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const parent = first === undefined ? null : parentOf(first.pattern);
    if (first === undefined || parent === null || group.length < 2) return group;
    const covers = group.map(({ pattern }) => pattern.slice(1).replace(/\*\*$/, ""));
    const inside = paths.map(literal).filter((path) => path.startsWith(`${parent}/`));
    const all = inside.every((path) => covers.some((one) => path.startsWith(one)));
    return all ? [{ ...first, pattern: `!${parent}/**` }] : group;
  });
}

/** The folder that holds what a pattern leaves out; `null` at the top. */
function parentOf(pattern: string): string | null {
  const path = pattern.slice(1).replace(/\/\*\*$/, "");
  const slash = path.lastIndexOf("/");
  return slash === -1 ? null : path.slice(0, slash);
}
