import { asText } from "../yaml/access.ts";
import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { type ComposeFile, type ComposeGroup, groupFiles, isDefaultName } from "./compose-group.ts";
import { envFileOf, loadServices } from "./compose-load.ts";
import { type ComposeMapping, findIn, itemsOf, withEntries } from "./compose-node.ts";
import { scopeOf } from "./compose-scope.ts";
import type { ComposeService } from "./compose-service.ts";
import {
  type ComposeReader,
  type ComposeSources,
  composeReader,
  type FillLimit,
} from "./compose-sources.ts";
import type { Variables } from "./compose-template.ts";
import { composeServices } from "./compose-view.ts";

/** The services of one project, merged. */
export type ComposeProject = {
  /** The first of the files that it was asked for with. */
  readonly path: string;
  /** Those that `up` starts. */
  readonly services: ComposeMapping;
  /** The same, for hints and entrances. */
  readonly views: readonly ComposeService[];
  /** Those that wait for a profile. */
  readonly dormant: ComposeMapping;
};

export type ComposeProjects = {
  readonly projects: readonly ComposeProject[];
  /** All paths that were asked for, there or not: what else than the manifests the projects depend on. */
  readonly asked: Set<string>;
  readonly diagnostics: readonly Diagnostic[];
};

type Loaded = {
  readonly group: ComposeGroup;
  readonly project: ComposeProject;
  readonly reader: ComposeReader;
  readonly diagnostics: readonly Diagnostic[];
};

/** Far more than anybody configures: short files full of long variables would fill the memory. */
const MOST_FILLED = 1 << 24;
const NO_VARIABLES: Variables = new Map();

/**
 * The projects that Compose files make up, as `docker compose config` would see them with nothing set in
 * the environment.
 */
export function composeProjects(
  files: readonly ComposeFile[],
  sources: ComposeSources,
): ComposeProjects {
  const asked = new Set<string>();
  const fillLimit = { left: MOST_FILLED };
  const variablesOf = (folder: string) => {
    const silent = composeReader(sources, asked, () => undefined, fillLimit);
    return scopeOf(folder, { default: envFileOf(folder) }, NO_VARIABLES, silent).variables;
  };
  const loaded = groupFiles(files, variablesOf).map((group) =>
    load(group, sources, asked, fillLimit),
  );
  const standing = loaded.filter((one) => !loaded.some((other) => isPartOf(one, other)));
  return {
    projects: standing.map(({ project }) => project),
    asked,
    diagnostics: standing.flatMap(({ diagnostics }) => diagnostics),
  };
}

function load(
  group: ComposeGroup,
  sources: ComposeSources,
  asked: Set<string>,
  fillLimit: FillLimit,
): Loaded {
  const told = new Map<string, Diagnostic>();
  const tell = (message: string, place: Place): void => {
    const one = diagnostic("warning", "compose-project", message, place);
    told.set(JSON.stringify(one), one);
  };
  const reader = composeReader(sources, asked, tell, fillLimit);
  const scope = scopeOf(group.folder, { default: envFileOf(group.folder) }, NO_VARIABLES, reader);
  const all = loadServices(group.paths, scope, reader);
  if (fillLimit.left < 0) {
    const message = `variables write more than ${MOST_FILLED} characters into Compose files, and those beyond count as empty; shorten them`;
    tell(message, { file: group.paths[0] ?? "", line: 1, column: 1 });
  }
  const active = activeProfiles(scope.variables);
  const starts = all.entries.map(({ value }) => {
    const profiles = itemsOf(findIn(value, "profiles")).map((item) => asText(item) ?? "");
    return profiles.length === 0 || active.has("*") || profiles.some((one) => active.has(one));
  });
  const services = withEntries(
    all,
    all.entries.filter((_, i) => starts[i]),
  );
  const dormant = withEntries(
    all,
    all.entries.filter((_, i) => !starts[i]),
  );
  const views = composeServices(services, scope, reader);
  const project = { path: group.paths[0] ?? "", services, views, dormant };
  return { group, project, reader, diagnostics: [...told.values()] };
}

/** https://docs.docker.com/compose/how-tos/profiles/ */
function activeProfiles(variables: Variables): ReadonlySet<string> {
  const listed = variables.get("COMPOSE_PROFILES")?.value ?? "";
  return new Set(listed.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])));
}

/**
 * Whether a project is one only in passing: another includes its files, or extends services of theirs,
 * which nobody starts from there unless `manifests` or `docker compose` by itself names them.
 */
function isPartOf(one: Loaded, other: Loaded): boolean {
  if (one === other) return false;
  const { paths, named } = one.group;
  if (paths.every((path) => other.reader.included.has(path))) {
    return !other.group.paths.every((path) => one.reader.included.has(path));
  }
  const isMeant = named || paths.some(isDefaultName);
  return !isMeant && paths.every((path) => other.reader.extended.has(path));
}
