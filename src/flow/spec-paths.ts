import picomatch from "picomatch";
import { didYouMean, quote } from "../model/wording.ts";
import type { Tree } from "../repository/tree.ts";
import { type Diagnostic, diagnostic } from "../yaml/diagnostic.ts";
import { type ReadCache, readSpecAt } from "./side.ts";

/** One spec at both commits; `null` where a commit lacks it. At least one is a path. */
export type SpecPair = { readonly base: string | null; readonly head: string | null };

export type SpecPaths = {
  readonly pairs: readonly SpecPair[];
  /** A glob that names no spec at either commit: mistyped, or a gate that guards nothing. */
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * The paths that the globs name at one commit: what they match, and the path that is written so (a
 * folder may be called `[app]`). A file cannot turn a glob into its own name, and so put aside the others.
 */
export function specPaths(tree: Tree, globs: readonly string[]): readonly string[] {
  const paths = [...tree.entries.keys()];
  const tests = globs.map(specTest);
  return paths.filter((path) => tests.some((test) => test(path))).sort();
}

function specTest(glob: string): (path: string) => boolean {
  const wanted = glob.replace(/^(?:\.\/)+/, "");
  const matches = picomatch(wanted, { dot: true, nonegate: true });
  return (path) => path === wanted || matches(path);
}

/** Pair the specs of base and head, so that one that only moved keeps its history. */
export async function pairSpecs(
  base: Tree,
  head: Tree,
  globs: readonly string[],
  cache: ReadCache,
): Promise<SpecPaths> {
  const atBase = specPaths(base, globs);
  const atHead = specPaths(head, globs);
  const known = new Set(atBase);
  const pairs: SpecPair[] = atHead
    .filter((path) => known.has(path))
    .map((path) => ({ base: path, head: path }));
  const gone = new Set(atBase.filter((path) => !head.entries.has(path)));
  for (const path of atHead.filter((one) => !known.has(one))) {
    const from = await movedFrom(base, head, path, gone, cache);
    if (from !== null) gone.delete(from);
    pairs.push({ base: from, head: path });
  }
  for (const path of gone) pairs.push({ base: path, head: null });
  pairs.sort((a, b) => ((a.head ?? a.base ?? "") < (b.head ?? b.base ?? "") ? -1 : 1));
  return { pairs, diagnostics: unmatchedGlobs(base, head, globs) };
}

/** Specs of base that are compared with a new one at most. */
const CANDIDATES = 20;

/**
 * Where a spec that is new at head stood at base: a file that is gone, of the same content, or with
 * half of its endpoints at the least. Any file of the same name counts, also outside the globs: who
 * moves a spec and the `model` input together must not escape the comparison.
 */
async function movedFrom(
  base: Tree,
  head: Tree,
  path: string,
  gone: ReadonlySet<string>,
  cache: ReadCache,
): Promise<string | null> {
  const name = basename(path);
  const candidates = [...base.entries.values()]
    .filter((one) => one.kind === "file" && !head.entries.has(one.path))
    .filter((one) => gone.has(one.path) || basename(one.path) === name);
  const same = candidates.find((one) => one.id === head.entries.get(path)?.id);
  if (same !== undefined) return same.path;
  const endpoints = await endpointsAt(head, path, cache);
  let best: { readonly path: string; readonly shared: number } | null = null;
  for (const candidate of candidates.slice(0, CANDIDATES)) {
    const before = await endpointsAt(base, candidate.path, cache);
    const shared = before.filter((one) => endpoints.includes(one)).length;
    if (shared > 0 && 2 * shared >= before.length && shared > (best?.shared ?? 0)) {
      best = { path: candidate.path, shared };
    }
  }
  return best?.path ?? null;
}

async function endpointsAt(tree: Tree, path: string, cache: ReadCache): Promise<readonly string[]> {
  const { spec } = await readSpecAt(tree, path, cache);
  return spec === null ? [] : [...spec.endpoints.keys()];
}

function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function unmatchedGlobs(base: Tree, head: Tree, globs: readonly string[]): readonly Diagnostic[] {
  const lost = globs.filter(
    (glob) => specPaths(head, [glob]).length === 0 && specPaths(base, [glob]).length === 0,
  );
  return lost.map((glob) => noSpec(glob, head));
}

/** What to say where a glob of `model` names no file. */
export function noSpec(glob: string, tree: Tree): Diagnostic {
  const specs = [...tree.entries.keys()].filter((path) => /\.ya?ml$/.test(path));
  const likely = specs.filter((path) => basename(path).toLowerCase().includes("availability"));
  const closest = didYouMean(glob, specs);
  const [first] = likely;
  const hint = closest || (first === undefined ? "" : `; did you mean ${quote(first)}?`);
  const remedy = hint || "; write a spec there, or correct `model`";
  return diagnostic("error", "no-spec", `there is no spec ${quote(glob)}${remedy}`, null);
}
