import { apiTree, type TreeApi } from "./api-tree.ts";
import { mergeBase, parentsOf } from "./commits.ts";
import { fetchCommits } from "./fetch.ts";
import { type Git, gitOrNull } from "./git.ts";
import { gitTree } from "./git-tree.ts";
import { isProblem, type RepositoryProblem, unavailable } from "./problem.ts";
import type { HistoryReaders } from "./pull-request-base.ts";
import type { Tree } from "./tree.ts";

/** What a commit may be read from, first to last. */
export type Sources = {
  /** The clone; or why it could not be opened, for the message when nothing else helps. */
  readonly git: Git | RepositoryProblem | null;
  /** `null` where there is no token, and on the command line. */
  readonly api: TreeApi | null;
  /** Default `origin`. */
  readonly remote?: string;
};

/** The tree of a commit: from the clone, else fetched by its id, else through the API. */
export async function openTree(sources: Sources, oid: string): Promise<Tree | RepositoryProblem> {
  const [tree] = await openTrees(sources, [oid]);
  return tree ?? nothingToReadFrom();
}

/** Several at once. What the clone lacks is fetched together: two fetches would get in each other's way. */
export async function openTrees(
  sources: Sources,
  oids: readonly string[],
): Promise<readonly (Tree | RepositoryProblem)[]> {
  const git = gitOrNull(sources.git);
  const trees = await Promise.all(
    oids.map(async (oid) => (git === null ? null : gitTree(git, oid))),
  );
  const lacking = oids.filter((_, index) => isLacking(trees[index]));
  const refused = await fetchLacking(git, lacking, sources.remote);
  return Promise.all(
    oids.map(async (oid, index) => {
      const before = trees[index] ?? null;
      if (before !== null && !isProblem(before)) return before;
      return openLacking(sources, oid, refused);
    }),
  );
}

function isLacking(tree: Tree | RepositoryProblem | null | undefined): boolean {
  return tree === null || tree === undefined || isProblem(tree);
}

async function fetchLacking(
  git: Git | null,
  oids: readonly string[],
  remote?: string,
): Promise<RepositoryProblem | null> {
  if (git === null || oids.length === 0) return null;
  const problem = await fetchCommits(git, oids, remote);
  if (problem?.code !== "commit-not-on-remote" || oids.length === 1) return problem;
  // One id that the remote does not have fails the whole fetch.
  let last: RepositoryProblem | null = null;
  for (const oid of oids) last = (await fetchCommits(git, [oid], remote)) ?? last;
  return last;
}

/** A commit that the clone lacked: it may have been fetched by now. */
async function openLacking(
  { git: opened, api }: Sources,
  oid: string,
  refused: RepositoryProblem | null,
): Promise<Tree | RepositoryProblem> {
  const git = gitOrNull(opened);
  const tree = git === null ? null : await gitTree(git, oid);
  if (tree !== null && !isProblem(tree)) return tree;
  const why = refused ?? tree ?? (opened !== null && isProblem(opened) ? opened : null);
  if (api === null) return why ?? nothingToReadFrom();
  const listed = await apiTree(api, oid, git);
  if (!isProblem(listed) || why === null) return listed;
  return unavailable(listed.code, `${listed.message} Before that: ${why.message}`);
}

function nothingToReadFrom(): RepositoryProblem {
  return unavailable(
    "no-source",
    "There is neither a clone nor an API to read from; check the repository out (actions/checkout) or give a `github-token`.",
  );
}

/** The readers of history for `resolvePullRequestBase`: the clone, else the API. */
export function historyReaders({ git: opened, api, remote }: Sources): HistoryReaders {
  const git = gitOrNull(opened);
  return {
    async parentsOf(oid) {
      const parents = git === null ? null : await parentsOf(git, oid);
      return parents === null || isProblem(parents) ? null : parents;
    },
    async mergeBase(base, head) {
      const local = git === null ? null : await mergeBaseOf(git, base, head, remote);
      if (local !== null || api === null) return local;
      return api.mergeBase(base, head).catch(() => null);
    },
  };
}

/** A full clone learns what it lacks by one fetch; a shallow one would only get another stump. */
async function mergeBaseOf(
  git: Git,
  base: string,
  head: string,
  remote?: string,
): Promise<string | null> {
  const known = await mergeBase(git, base, head);
  if (known !== null || git.shallowFile !== null) return known;
  const problem = await fetchCommits(git, [base, head], remote);
  return problem === null ? mergeBase(git, base, head) : null;
}
