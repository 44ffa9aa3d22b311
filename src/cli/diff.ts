import { userInfo } from "node:os";
import { type DiffOutcome, type DiffRequest, diff } from "../flow/diff.ts";
import { allFromRoot, openBothRendered, openWorkplace } from "../flow/workplace.ts";
import { judgeAcceptance } from "../gate/acceptance.ts";
import { assembleResult, notAffected } from "../gate/assemble.ts";
import type { Result } from "../gate/result.ts";
import { comparedModels } from "../report/html-data.ts";
import { renderMarkdown } from "../report/summary.ts";
import { renderText } from "../report/text.ts";
import { mergeBase, resolveCommits } from "../repository/commits.ts";
import { type Git, isObjectId } from "../repository/git.ts";
import { openTrees } from "../repository/open-tree.ts";
import { isProblem, quoted, type RepositoryProblem, usageProblem } from "../repository/problem.ts";
import type { Tree } from "../repository/tree.ts";
import { WORKTREE, worktree } from "../repository/worktree.ts";
import { type Ending, invalid, problemEnding, refusal } from "./ending.ts";
import { reportIn } from "./report-in.ts";
import type { Settings } from "./settings.ts";
import { modelsOf, type Values } from "./usage.ts";
import { watchOn } from "./watch.ts";

/** `diff`: the gate between two commits, or one shard's part of it. */
export async function performDiff(values: Values, settings: Settings): Promise<Ending> {
  if (values.text("shard") === null) return performGate(values, settings, undefined);
  const { performShard } = await import("./shard.ts");
  return performShard(values, settings);
}

/**
 * The gate between two commits.
 *
 * @param shards what shards found; absent: all is worked out here
 */
export async function performGate(
  values: Values,
  settings: Settings,
  shards: DiffRequest["shards"],
): Promise<Ending> {
  const asked = await readAsked(values, settings);
  if ("status" in asked) return asked;
  const { request, git, base } = asked;
  const [baseTree, headTree] = [request.base.tree, request.head.tree];
  const hint = divergenceHint(git, base, baseTree, headTree);
  const { engine, clear } = watchOn(process.stderr, settings.erases, Date.now);
  const all = { ...request, engine, ...(shards === undefined ? {} : { shards }) };
  const outcome = await diff(all).finally(clear);
  if (outcome.kind === "invalid") return invalid(outcome.diagnostics);
  const result = resultOf(outcome, baseTree, headTree, values.flag("accept"));
  const context = { repository: null, runUrl: null, commentId: "default", state: null };
  const report = await reportIn(settings, result, comparedModels(outcome.comparisons), {
    text: (look) => renderText(result, look),
    markdown: () => renderMarkdown(result, context),
  });
  return { report, remarks: await hint, status: result.verdict === "fail" ? 1 : 0 };
}

/** What the user asks to be compared. */
export type AskedDiff = {
  readonly request: DiffRequest;
  readonly git: Git;
  /** As the user named it. */
  readonly base: string;
};

/** The two commits and their specs, or why there is nothing to compare. */
export async function readAsked(values: Values, settings: Settings): Promise<AskedDiff | Ending> {
  const base = values.text("base");
  if (base === null)
    return refusal("--base is missing: name the commit to compare with, e.g. `--base main`");
  const place = await openWorkplace(settings.folder);
  if (isProblem(place)) return problemEnding(place);
  if (isProblem(place.git)) return problemEnding(place.git);
  const models = allFromRoot(place, modelsOf(values));
  if (isProblem(models)) return problemEnding(models);

  const trees = await treesOf(place.git, base, values.text("head") ?? "HEAD");
  if (isProblem(trees)) return problemEnding(trees);
  const [baseTree, headTree] = trees;
  const rendered = await openBothRendered(
    place,
    values.text("base-manifests"),
    values.text("head-manifests"),
  );
  if (isProblem(rendered)) return problemEnding(rendered);
  const { options, today } = settings;
  const request: DiffRequest = {
    base: { tree: baseTree, rendered: rendered.base },
    head: { tree: headTree, rendered: rendered.head },
    models,
    options,
    today,
  };
  return { request, git: place.git, base };
}

/** Both commits by the names that the user gave them; a full object id may still have to be fetched. */
async function treesOf(
  git: Git,
  base: string,
  head: string,
): Promise<readonly [base: Tree, head: Tree] | RepositoryProblem> {
  const committed = head === WORKTREE ? [base] : [base, head];
  const resolved = committed.every(isObjectId) ? [] : await resolveCommits(git, committed);
  const oids: string[] = [];
  for (const [index, name] of committed.entries()) {
    const oid = isObjectId(name) ? name : resolved[index];
    if (oid === undefined || isProblem(oid)) return oid ?? unknownCommit(name);
    oids.push(oid);
  }
  const [trees, work] = await Promise.all([
    openTrees({ git, api: null }, oids),
    head === WORKTREE ? worktree(git) : null,
  ]);
  const [first = unknownCommit(base), second = work ?? unknownCommit(head)] = trees;
  if (isProblem(first)) return first;
  return isProblem(second) ? second : [first, second];
}

function unknownCommit(name: string): RepositoryProblem {
  return usageProblem("unknown-ref", `There is no commit ${quoted(name)}; check the name.`);
}

function resultOf(
  outcome: DiffOutcome & { readonly kind: "judged" },
  base: Tree,
  head: Tree,
  accept: boolean,
): Result {
  const ends = {
    base: { sha: base.commit, kind: "given" },
    head: { sha: head.commit, commit: head.commit },
  } as const;
  const { judgements } = outcome;
  if (judgements.length === 0) return notAffected(ends.base, ends.head);
  const how = "--accept";
  const labelled = accept ? { by: userName(), how, event: how } : null;
  const acceptance = judgeAcceptance({ labelled, kept: null, action: "local", judgements });
  return assembleResult({ judgements, acceptance, ...ends });
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return "a local user";
  }
}

/** Compared with the tip of a branch that moved on, its newer commits look undone. */
async function divergenceHint(git: Git, name: string, base: Tree, head: Tree): Promise<string> {
  // Who names a commit by its id knows which one it is.
  if (isObjectId(name) || !isObjectId(head.commit)) return "";
  const common = await mergeBase(git, base.commit, head.commit);
  if (common === null || common === base.commit) return "";
  return `note: ${quoted(name)} has commits that head lacks, and their changes appear as undone; for the changes of head alone use \`--base ${common.slice(0, 12)}\`\n`;
}
