import picomatch from "picomatch";

/** Folders that hold manifests of others, or none that are deployed. */
const PASSED_OVER = new Set([
  "node_modules",
  "bower_components",
  "vendor",
  "third_party",
  "testdata",
  "fixtures",
  "__fixtures__",
  "__tests__",
]);
const YAML = /\.ya?ml$/;
const YAML_OR_JSON = /\.(?:ya?ml|json)$/;
const MAX_PATTERN = 4096;

type PathTest = (path: string) => boolean;

/** A glob, relative to the folder of the file that names it (`""` for the root). */
export type ManifestPattern = { readonly pattern: string; readonly folder: string };

/**
 * The paths, of those of one commit, that `manifests` of a spec in `folder` (`""` for the root) names;
 * sorted by code units. See `manifestTest` for the rules.
 */
export function selectManifests(
  paths: readonly string[],
  patterns: readonly ManifestPattern[] | null,
  folder: string,
): readonly string[] {
  return paths.filter(manifestTest(paths, patterns, folder)).sort();
}

/**
 * A test of single paths. Patterns are relative to their folder (`/` in front: to the repository) and follow
 * GitHub's path filters: `*` and `**` match dot files too, `!` excludes, the last pattern that matches wins,
 * and `folder/` is everything below. A pattern that does not name an extension matches YAML and JSON only.
 * Only exclusions: they narrow the default. `null` is the default: every `*.yaml` and `*.yml` below the
 * folder, but for names with a leading dot, folders of dependencies and test data, and the templates of a
 * Helm chart, which are found through the `Chart.yaml` among the paths.
 */
export function manifestTest(
  paths: readonly string[],
  patterns: readonly ManifestPattern[] | null,
  folder: string,
): PathTest {
  const rules = (patterns ?? []).flatMap(({ pattern, folder: from }) => {
    const excludes = pattern.startsWith("!");
    const matches = patternTest(excludes ? pattern.slice(1) : pattern, from);
    return matches === null ? [] : [{ excludes, matches }];
  });
  const narrowsDefault =
    patterns === null ||
    (patterns.length > 0 && patterns.every((one) => one.pattern.startsWith("!")));
  const byDefault = narrowsDefault ? defaultTest(paths, folder) : () => false;
  return (path) => {
    const last = rules.findLast((rule) => rule.matches(path));
    return last === undefined ? byDefault(path) : !last.excludes;
  };
}

/** `null` for a pattern that can match nothing. */
function patternTest(pattern: string, folder: string): PathTest | null {
  if (pattern === "" || pattern.length > MAX_PATTERN) return null;
  const resolved = resolve(pattern.endsWith("/") ? `${pattern}**` : pattern, folder);
  if (resolved === null || resolved.glob === "") return null;
  const { ancestor, glob } = resolved;
  const matches = picomatch(glob, { dot: true, nonegate: true });
  const namesExtension = /\.[A-Za-z0-9]+$/.test(glob);
  return (path) =>
    path.startsWith(ancestor) &&
    (namesExtension || YAML_OR_JSON.test(path)) &&
    matches(path.slice(ancestor.length));
}

/**
 * The folder that a pattern starts from (`""` or with a trailing slash) and the rest of the pattern. They
 * are kept apart because a folder may be called `[app]`, which must not be read as a glob.
 */
function resolve(
  pattern: string,
  folder: string,
): { readonly ancestor: string; readonly glob: string } | null {
  const ancestors = pattern.startsWith("/") ? [] : folder.split("/").filter((part) => part !== "");
  const glob: string[] = [];
  for (const part of pattern.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") glob.push(part);
    else if (glob.pop() === undefined && ancestors.pop() === undefined) return null;
  }
  const ancestor = ancestors.length === 0 ? "" : `${ancestors.join("/")}/`;
  return { ancestor, glob: glob.join("/") };
}

function defaultTest(paths: readonly string[], folder: string): PathTest {
  const root = folder === "" ? "" : `${folder}/`;
  const templates = new Set(
    paths
      .filter((path) => path === "Chart.yaml" || path.endsWith("/Chart.yaml"))
      .map((path) => `${path.slice(0, -"Chart.yaml".length)}templates`),
  );
  return (path) => {
    if (!YAML.test(path) || !path.startsWith(root)) return false;
    const parts = path.slice(root.length).split("/");
    if (parts.some((part) => part.startsWith(".") || PASSED_OVER.has(part))) return false;
    return !isBelowAny(path, templates);
  };
}

function isBelowAny(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    if (folders.has(path.slice(0, at))) return true;
  }
  return false;
}
