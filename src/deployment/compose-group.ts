import { folderOf, pathFrom } from "./compose-path.ts";
import type { Variables } from "./compose-template.ts";

/** A Compose file of the manifests; `named`: its place in `manifests` where that names it and no glob does. */
export type ComposeFile = { readonly path: string; readonly named: number | null };

/** Files of one project, in the order of their merging, and the folder that its relative paths start from. */
export type ComposeGroup = {
  readonly paths: readonly string[];
  readonly folder: string;
  readonly named: boolean;
};

/** What `docker compose` looks for in a folder, best first. */
const BASES = ["compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"];
const OVERRIDES = [
  "compose.override.yml",
  "compose.override.yaml",
  "docker-compose.override.yml",
  "docker-compose.override.yaml",
];

/** True for a file that `docker compose` takes without being told to. */
export function isDefaultName(path: string): boolean {
  return BASES.includes(nameOf(path));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Which files make up a project. Those of a folder that `manifests` names one by one belong together, in
 * that order, as with `docker compose -f a -f b`. Of those that a glob finds `COMPOSE_FILE` of the folder's
 * `.env` says, else the first default name and the first override; each other file stands for itself.
 *
 * @param variablesOf those of the `.env` of a folder
 */
export function groupFiles(
  files: readonly ComposeFile[],
  variablesOf: (folder: string) => Variables,
): readonly ComposeGroup[] {
  const folders = new Map<string, ComposeFile[]>();
  for (const file of files) {
    const folder = folderOf(file.path);
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [file]);
    else known.push(file);
  }
  return [...folders].flatMap(([folder, own]) => groupFolder(folder, own, variablesOf(folder)));
}

function groupFolder(
  folder: string,
  files: readonly ComposeFile[],
  variables: Variables,
): readonly ComposeGroup[] {
  const named = files
    .filter((file) => file.named !== null)
    .sort((a, b) => (a.named ?? 0) - (b.named ?? 0))
    .map(({ path }) => path);
  const found = files.filter((file) => file.named === null).map(({ path }) => path);
  const listed = configured(folder, found, variables);
  const together = listed ?? byDefault(folder, found);
  const alone = found
    .filter((path) => !together.includes(path))
    // What `COMPOSE_FILE` leaves out nobody lays over anything.
    .filter((path) => listed === null || !OVERRIDES.includes(nameOf(path)))
    .map((path) => [path]);
  return [
    ...(named.length === 0 ? [] : [{ paths: named, folder, named: true }]),
    ...[together, ...alone]
      .filter((paths) => paths.length > 0)
      .map((paths) => ({ paths, folder: folderOf(paths[0]!), named: false })),
  ];
}

/** The files of `COMPOSE_FILE`; `null`: there is none, or it starts with another file than those found. */
function configured(
  folder: string,
  found: readonly string[],
  variables: Variables,
): readonly string[] | null {
  const listed = variables.get("COMPOSE_FILE")?.value ?? "";
  const separator = variables.get("COMPOSE_PATH_SEPARATOR")?.value || ":";
  const paths = listed.split(separator).flatMap((written) => {
    const target = pathFrom(folder, written);
    return written === "" || "reason" in target ? [] : [target.path];
  });
  return found.includes(paths[0] ?? "") ? paths : null;
}

function byDefault(folder: string, found: readonly string[]): readonly string[] {
  const first = (names: readonly string[]) =>
    names
      .map((name) => (folder === "" ? name : `${folder}/${name}`))
      .find((path) => found.includes(path));
  const base = first(BASES);
  const override = first(OVERRIDES);
  if (base === undefined) return [];
  return override === undefined ? [base] : [base, override];
}
