import type { Chart, FileFacts } from "./layout.ts";
import { folderOf } from "./twins.ts";

/** A folder with a kustomization. */
export type Overlay = {
  readonly folder: string;
  readonly file: string;
  /** `kind: Component` is nothing by itself. */
  readonly isComponent: boolean;
};

/** Manifests of one environment, as the folders and files of them that there are. */
export type Environment = {
  readonly name: string;
  readonly kind: "kustomize" | "helm" | "plain";
  /** Folders of overlays, of charts, or of manifests. */
  readonly folders: readonly string[];
  /** Files of values, by the folder of their chart. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** What shows that there is such an environment. */
  readonly evidence: string;
};

/** A folder that is no part of what all environments share. */
export type ApartFolder = { readonly folder: string; readonly why: string };

const NAMES = new Set(
  "dev develop development test testing qa uat sit int integration stage staging preprod pre-prod preproduction prod production prd live sandbox demo canary".split(
    " ",
  ),
);
const PARENTS = new Set("overlays environments envs env stages".split(" "));
export type Apart = {
  readonly environments: readonly Environment[];
  readonly folders: readonly ApartFolder[];
};

/**
 * The environments of a repository: overlays (`overlays/prod`, `shop/production` with a kustomization), files
 * of values (`values-prod.yaml`), or folders of manifests that go by the name of one.
 */
export function environmentsOf(
  files: readonly FileFacts[],
  overlays: readonly Overlay[],
  charts: readonly Chart[],
): Apart {
  const components = overlays
    .filter((one) => one.isComponent)
    .map(({ folder }) => ({ folder, why: "a kustomize component, which only some overlays use" }));
  const found = new Map<string, Overlay[]>();
  for (const overlay of overlays.filter((one) => !one.isComponent)) {
    const name = environmentName(overlay.folder);
    if (name !== null) found.set(name, [...(found.get(name) ?? []), overlay]);
  }
  if (found.size > 0) return { environments: kustomized(found), folders: apart(found, components) };
  const charted = fromValues(charts);
  if (charted.length > 0) return { environments: charted, folders: components };
  const plain = fromFolders(files);
  return {
    environments: plain,
    folders: [
      ...components,
      ...plain.flatMap(({ name, folders }) =>
        folders.map((folder) => ({ folder, why: `of the environment ${name}` })),
      ),
    ],
  };
}

function kustomized(found: ReadonlyMap<string, readonly Overlay[]>): readonly Environment[] {
  return byName(found).map(([name, overlays]) => ({
    name,
    kind: "kustomize",
    folders: overlays.map(({ folder }) => folder).sort(),
    values: new Map(),
    evidence: overlays[0]?.file ?? "",
  }));
}

/** Folders of overlays, by the one that holds them where its name says that it holds nothing else. */
function apart(
  found: ReadonlyMap<string, readonly Overlay[]>,
  components: readonly ApartFolder[],
): readonly ApartFolder[] {
  const folders = [...found.values()].flat().map(({ folder }) => {
    const parent = folderOf(folder);
    return PARENTS.has(lastOf(parent)) || NAMES.has(lastOf(parent)) ? parent : folder;
  });
  return [
    ...components,
    ...[...new Set(folders)].sort().map((folder) => ({ folder, why: "overlays of environments" })),
  ];
}

/** `values-prod.yaml`, `values.prod.yaml`, or `values/prod.yaml` of a chart. */
function fromValues(charts: readonly Chart[]): readonly Environment[] {
  const names = new Map<string, Map<string, string[]>>();
  for (const { folder, values } of charts) {
    for (const path of values) {
      const [, name = ""] = /\bvalues[-_./]([A-Za-z0-9-]+)\.ya?ml$/.exec(path) ?? [];
      if (!NAMES.has(name)) continue;
      const known = names.get(name) ?? new Map<string, string[]>();
      known.set(folder, [...(known.get(folder) ?? []), path]);
      names.set(name, known);
    }
  }
  return byName(names).map(([name, values]) => ({
    name,
    kind: "helm",
    // A chart without values of its own for the environment is deployed all the same.
    folders: charts.map(({ folder }) => folder),
    values,
    evidence: [...values.values()][0]?.[0] ?? "",
  }));
}

/** At least two, or one folder called `prod` would hide that all manifests are of it. */
function fromFolders(files: readonly FileFacts[]): readonly Environment[] {
  const found = new Map<string, Set<string>>();
  for (const { path, workloads } of files) {
    if (workloads.length === 0) continue;
    const parts = path.split("/").slice(0, -1);
    const at = parts.findIndex((part) => NAMES.has(part));
    const name = parts[at];
    if (name === undefined) continue;
    found.set(name, (found.get(name) ?? new Set()).add(parts.slice(0, at + 1).join("/")));
  }
  if (found.size < 2) return [];
  return byName(found).map(([name, folders]) => {
    const sorted = [...folders].sort();
    return { name, kind: "plain", folders: sorted, values: new Map(), evidence: `${sorted[0]}/` };
  });
}

/** `prod`, or `production-eu` where an environment has an overlay for each of its clusters. */
function environmentName(folder: string): string | null {
  const [name, parent] = [lastOf(folder), lastOf(folderOf(folder))];
  if (![name, parent].every((one) => one === "" || /^[A-Za-z0-9][\w.-]{0,62}$/.test(one)))
    return null;
  if (NAMES.has(name) || PARENTS.has(parent)) return name;
  return NAMES.has(parent) && name !== "base" ? `${parent}-${name}` : null;
}

function lastOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}

function byName<T>(found: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}
