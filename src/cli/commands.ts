import { userInfo } from "node:os";
import type { EngineOptions } from "../availability/estimate.ts";
import { type DiffOutcome, diff } from "../flow/diff.ts";
import { estimate } from "../flow/estimate.ts";
import { DEFAULT_MODEL } from "../flow/options.ts";
import { type Validation, validate } from "../flow/validate.ts";
import { fromRoot, openRendered, openWorkplace, type Workplace } from "../flow/workplace.ts";
import { judgeAcceptance } from "../gate/acceptance.ts";
import { assembleEstimate, assembleResult, notAffected } from "../gate/assemble.ts";
import type { Result } from "../gate/result.ts";
import { renderDiagnostics } from "../report/diagnostics.ts";
import { renderEstimateMarkdown, renderEstimateText } from "../report/estimate.ts";
import { renderJson } from "../report/json.ts";
import { renderMarkdown } from "../report/summary.ts";
import { renderText } from "../report/text.ts";
import { mergeBase, resolveCommits } from "../repository/commits.ts";
import { directoryTree } from "../repository/directory-tree.ts";
import { type Git, isObjectId } from "../repository/git.ts";
import { openTrees } from "../repository/open-tree.ts";
import { isProblem, quoted, type RepositoryProblem, usageProblem } from "../repository/problem.ts";
import type { Tree } from "../repository/tree.ts";
import { WORKTREE, worktree } from "../repository/worktree.ts";
import type { Diagnostic } from "../yaml/diagnostic.ts";
import type { Values } from "./usage.ts";

/** What a command ends with: the report, remarks for stderr, and the exit status of contract §3. */
export type Ending = {
  readonly report: string;
  readonly remarks: string;
  readonly status: 0 | 1 | 2 | 3;
};

export type Format = "text" | "markdown" | "json";

/** What every command is told. */
export type Settings = {
  readonly format: Format;
  readonly folder: string;
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly options: EngineOptions;
};

/** `diff`: the gate between two commits. */
export async function performDiff(values: Values, settings: Settings): Promise<Ending> {
  const base = values.text("base");
  if (base === null)
    return refusal("--base is missing: name the commit to compare with, e.g. `--base main`");
  const place = await openWorkplace(settings.folder);
  if (isProblem(place)) return problemEnding(place);
  if (isProblem(place.git)) return problemEnding(place.git);
  const models = modelGlobs(values, place);
  if (isProblem(models)) return problemEnding(models);

  const trees = await treesOf(place.git, base, values.text("head") ?? "HEAD");
  if (isProblem(trees)) return problemEnding(trees);
  const [baseTree, headTree] = trees;
  const baseManifests = await openRendered(values.text("base-manifests"), place);
  if (isProblem(baseManifests)) return problemEnding(baseManifests);
  const headManifests = await openRendered(values.text("head-manifests"), place);
  if (isProblem(headManifests)) return problemEnding(headManifests);

  const hint = divergenceHint(place.git, base, baseTree, headTree);
  const outcome = await diff({
    base: { tree: baseTree, rendered: baseManifests },
    head: { tree: headTree, rendered: headManifests },
    models,
    options: settings.options,
  });
  if (outcome.kind === "invalid") return invalid(outcome.diagnostics);
  const result = resultOf(outcome, baseTree, headTree, values.flag("accept"));
  return { ...judged(result, settings), remarks: await hint };
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

function judged(result: Result, { format, color, width }: Settings): Ending {
  const context = { repository: null, runUrl: null, commentId: "default", state: null };
  const render = {
    text: () => renderText(result, { color, width }),
    markdown: () => renderMarkdown(result, context),
    json: () => renderJson(result),
  };
  return { report: render[format](), remarks: "", status: result.verdict === "fail" ? 1 : 0 };
}

/** Compared with the tip of a branch that moved on, its newer commits look undone. */
async function divergenceHint(git: Git, name: string, base: Tree, head: Tree): Promise<string> {
  // Who names a commit by its id knows which one it is.
  if (isObjectId(name) || !isObjectId(head.commit)) return "";
  const common = await mergeBase(git, base.commit, head.commit);
  if (common === null || common === base.commit) return "";
  return `note: ${quoted(name)} has commits that head lacks, and their changes appear as undone; for the changes of head alone use \`--base ${common.slice(0, 12)}\`\n`;
}

/** `estimate`: every endpoint of the working tree. */
export async function performEstimate(values: Values, settings: Settings): Promise<Ending> {
  const place = await openWorkplace(settings.folder);
  if (isProblem(place)) return problemEnding(place);
  const models = modelGlobs(values, place);
  if (isProblem(models)) return problemEnding(models);
  const tree = isProblem(place.git) ? await directoryTree(place.root) : await worktree(place.git);
  if (isProblem(tree)) return problemEnding(tree);
  const outcome = await estimate({ tree, rendered: null }, models, settings.options);
  if (outcome.kind === "invalid") return invalid(outcome.diagnostics);
  const head = { sha: tree.commit, commit: tree.commit };
  const result = assembleEstimate({ estimates: outcome.estimates, head });
  const { format, color, width } = settings;
  const render = {
    text: () => renderEstimateText(result, { color, width }),
    markdown: () => renderEstimateMarkdown(result),
    json: () => renderJson(result),
  };
  return { report: render[format](), remarks: "", status: result.verdict === "fail" ? 1 : 0 };
}

function modelGlobs(values: Values, place: Workplace): readonly string[] | RepositoryProblem {
  const named = values.list("model");
  return inRepository(named.length === 0 ? [DEFAULT_MODEL] : named, place);
}

function inRepository(
  paths: readonly string[],
  place: Workplace,
): readonly string[] | RepositoryProblem {
  const inside: string[] = [];
  for (const path of paths) {
    const found = fromRoot(place, path);
    if (found === null) {
      return usageProblem(
        "outside",
        `${quoted(path)} lies outside of the repository; name a path in it.`,
      );
    }
    inside.push(found);
  }
  return inside;
}

/** `validate`: the specs alone. */
export async function performValidate(
  files: readonly string[],
  settings: Settings,
): Promise<Ending> {
  const place = await openWorkplace(settings.folder);
  if (isProblem(place)) return problemEnding(place);
  const paths = inRepository(files.length === 0 ? [DEFAULT_MODEL] : files, place);
  if (isProblem(paths)) return problemEnding(paths);
  const validations = await validate(place.root, paths);
  const remarks = renderDiagnostics(validations.flatMap((one) => one.diagnostics));
  const status = validations.every((one) => one.valid) ? 0 : 2;
  if (settings.format === "json") {
    return {
      report: `${JSON.stringify({ version: 1, files: validations }, null, 2)}\n`,
      remarks,
      status,
    };
  }
  const bullet = settings.format === "markdown" ? "- " : "";
  const report = validations.map((one) => `${bullet}${validationLine(one)}\n`).join("");
  return { report, remarks, status };
}

function validationLine({ path, valid, content }: Validation): string {
  return valid ? `${quoted(path)} is valid: ${content}` : `${quoted(path)} is not valid`;
}

/** `demo`: the diff of a shop that saves a few replicas. It shows what fails; it does not fail itself. */
export async function performDemo(values: Values, settings: Settings): Promise<Ending> {
  const { makeDemo } = await import("./demo.ts");
  const demo = await makeDemo();
  if (isProblem(demo)) return problemEnding(demo);
  try {
    const asked: Values = {
      text: (option) => ({ base: demo.base, head: demo.head })[option] ?? values.text(option),
      list: values.list,
      flag: values.flag,
    };
    const ending = await performDiff(asked, { ...settings, folder: demo.folder });
    const note =
      "This was a demo: in your repository the check would have failed (exit status 1).\n";
    return ending.status === 1 ? { ...ending, status: 0, remarks: note } : ending;
  } finally {
    await demo.remove();
  }
}

/** Bad usage: exit status 2. */
export function refusal(message: string): Ending {
  return { report: "", remarks: `error: ${message}\n`, status: 2 };
}

export function problemEnding({ kind, message }: RepositoryProblem): Ending {
  return { report: "", remarks: `error: ${message}\n`, status: kind === "usage" ? 2 : 3 };
}

function invalid(diagnostics: readonly Diagnostic[]): Ending {
  return { report: "", remarks: renderDiagnostics(diagnostics), status: 2 };
}
