import { asMapping, lookup } from "../yaml/access.ts";
import { parseYaml } from "../yaml/parse.ts";
import type { FileFacts } from "./layout.ts";

/** A file that only says again what another says. */
export type Twin = { readonly path: string; readonly other: string };

/**
 * Manifests that define nothing but workloads of files that are chosen before them. Folders with a
 * kustomization are chosen first, since people edit those, then those with more workloads.
 */
export function twinManifests(
  files: readonly FileFacts[],
  kustomized: ReadonlySet<string>,
): readonly Twin[] {
  const folders = new Map<string, FileFacts[]>();
  for (const file of files) {
    const folder = folderOf(file.path);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  // Of folders below one folder, as a repository for one cluster has them, all count together.
  const top = (folder: string) => folder.split("/", 1)[0] ?? "";
  const count = (some: readonly FileFacts[]) => new Set(some.flatMap(keysOf)).size;
  const together = (folder: string) =>
    count(files.filter(({ path }) => top(folderOf(path)) === top(folder)));
  const ranks = new Map(
    [...folders].map(([folder, inside]) => [
      folder,
      [kustomized.has(folder) ? 1 : 0, together(folder), count(inside)] as const,
    ]),
  );
  const ranked = [...folders.keys()].sort((a, b) => {
    const [left, right] = [ranks.get(a) ?? [], ranks.get(b) ?? []];
    const differs = left.findIndex((one, i) => one !== right[i]);
    return differs === -1 ? compare(a, b) : (right[differs] ?? 0) - (left[differs] ?? 0);
  });
  const definedIn = new Map<string, string>();
  const twins: Twin[] = [];
  for (const folder of ranked) {
    const inside = [...(folders.get(folder) ?? [])].sort(
      (a, b) => keysOf(b).length - keysOf(a).length || compare(a.path, b.path),
    );
    for (const file of inside) {
      const keys = keysOf(file);
      const others = keys.map((key) => definedIn.get(key));
      const [other] = others;
      if (other !== undefined && !others.includes(undefined)) {
        twins.push({ path: file.path, other });
        continue;
      }
      for (const key of keys) if (!definedIn.has(key)) definedIn.set(key, file.path);
    }
  }
  return twins.sort((a, b) => compare(a.path, b.path));
}

/**
 * Compose files beside the one that `docker compose` takes by itself which define its services anew. Those
 * that only add to them are layers, and stay.
 */
export function twinComposes(files: readonly FileFacts[]): readonly Twin[] {
  const folders = new Map<string, FileFacts[]>();
  for (const file of files) {
    const folder = folderOf(file.path);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders.values()].flatMap((inside) => {
    const [main, ...others] = [...inside].sort(
      (a, b) =>
        Number(isDefault(b.path)) - Number(isDefault(a.path)) ||
        b.workloads.length - a.workloads.length ||
        compare(a.path, b.path),
    );
    if (main === undefined) return [];
    const names = new Set(main.workloads.map(({ name }) => name));
    return others
      .filter(({ path }) => !isOverride(path))
      .filter(({ text }) => wholeServices(text).some((name) => names.has(name)))
      .map(({ path }) => ({ path, other: main.path }));
  });
}

/** Services that a Compose file defines by itself: with something to run. */
function wholeServices(text: string): readonly string[] {
  const { documents } = parseYaml(text, "compose");
  return documents.flatMap((document) =>
    (asMapping(lookup(document, "services"))?.entries ?? [])
      .filter(({ value }) =>
        ["image", "build", "extends"].some((key) => lookup(value, key) !== null),
      )
      .map(({ key }) => key),
  );
}

/** The names that the Compose specification gives the file of a project. */
function isDefault(path: string): boolean {
  return /(?:^|\/)(?:docker-)?compose\.ya?ml$/.test(path);
}

function isOverride(path: string): boolean {
  return /(?:^|\/)(?:docker-)?compose\.override\.ya?ml$/.test(path);
}

function keysOf({ workloads }: FileFacts): readonly string[] {
  return workloads.map(({ kind, namespace, name }) => JSON.stringify([kind, namespace, name]));
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
