import { readFile } from "node:fs/promises";
import { type Git, isObjectId } from "./git.ts";
import { complaint, runGit } from "./git-process.ts";
import { quoted, type RepositoryProblem, unavailable, usageProblem } from "./problem.ts";

/**
 * The commit that a user means by a name: a branch, a tag, a branch of the remote, or anything else
 * that gitrevisions(7) knows.
 *
 * @returns its full object id. A problem where the name means nothing here, or both a tag and a branch:
 *   git would take the tag and warn, which nobody reads.
 */
export async function resolveCommit(
  git: Git,
  name: string,
  remote = "origin",
): Promise<string | RepositoryProblem> {
  const [found] = await resolveCommits(git, [name], remote);
  return found ?? unknownName(name);
}

/** Several names at once, in one git process. */
export async function resolveCommits(
  git: Git,
  names: readonly string[],
  remote = "origin",
): Promise<readonly (string | RepositoryProblem)[]> {
  const asked = names.filter(isSpeakable);
  const questions = asked.flatMap((name) => spellings(name, remote));
  // By standard input, because a name is data and may look like an option.
  const lines = questions.map((spelling) => `${spelling}^{commit}\n`).join("");
  const answers: (string | null)[] = [];
  if (lines !== "") {
    const outcome = await runGit(git, ["cat-file", "--batch-check"], { input: lines });
    if (outcome.ended !== "exit" || outcome.exitCode !== 0) {
      // A name such as `@{u}` can end git itself: then each is asked about on its own.
      const [only, ...others] = names;
      if (outcome.ended === "exit" && only !== undefined) {
        if (others.length === 0) return [unknownName(only)];
        const each = await Promise.all(names.map((name) => resolveCommits(git, [name], remote)));
        return each.flat();
      }
      const failed = unavailable("git-failed", `git cannot look names up: ${complaint(outcome)}.`);
      return names.map(() => failed);
    }
    for (const line of outcome.stdout.toString("utf8").split("\n")) {
      if (line !== "") answers.push(/^([0-9a-f]+) commit \d+$/.exec(line)?.[1] ?? null);
    }
  }
  return names.map((name) => {
    const index = asked.indexOf(name);
    if (index < 0) return unknownName(name);
    return choose(name, answers.slice(4 * index, 4 * index + 4));
  });
}

/** No ref can hold a control character (git-check-ref-format(1)), and a line break would be a second question. */
function isSpeakable(name: string): boolean {
  return name !== "" && ![...name].some((one) => one < " " || one === "\u007f");
}

function spellings(name: string, remote: string): readonly string[] {
  return [`refs/heads/${name}`, `refs/tags/${name}`, `refs/remotes/${remote}/${name}`, name];
}

function choose(name: string, answers: readonly (string | null)[]): string | RepositoryProblem {
  const [branch = null, tag = null, tracked = null, plain = null] = answers;
  if (isObjectId(name)) return plain ?? missing(name);
  if (isComplete(name)) return plain ?? unknownName(name);
  if (branch !== null && tag !== null) {
    return usageProblem(
      "ambiguous-ref",
      `${quoted(name)} is both a branch and a tag; say ${quoted(`refs/heads/${name}`)} or ${quoted(`refs/tags/${name}`)}.`,
    );
  }
  // `beef` is more likely a branch of the remote than the start of an object id.
  const looksLikeId = /^[0-9a-f]{4,}$/.test(name);
  const local = branch ?? tag;
  const found = looksLikeId ? (local ?? tracked ?? plain) : (local ?? plain ?? tracked);
  return found ?? unknownName(name);
}

/** Names that are not completed: git would find `refs/heads/HEAD` for none of them. */
function isComplete(name: string): boolean {
  return /^(?:refs\/|(?:HEAD|@)(?:$|[~^@]))/.test(name);
}

function missing(oid: string): RepositoryProblem {
  return unavailable(
    "commit-missing",
    `Commit ${quoted(oid)} is not in this clone; fetch it, e.g. with \`fetch-depth: 0\` in actions/checkout.`,
  );
}

function unknownName(name: string): RepositoryProblem {
  return usageProblem(
    "unknown-ref",
    `There is no commit ${quoted(name)} in this clone; check the name, or fetch it (\`fetch-depth: 0\` in actions/checkout).`,
  );
}

/**
 * Parents as the commit object itself states them: in a clone of depth 1, `HEAD^1` is not there but
 * its id is.
 *
 * @returns in order; a problem where this clone lacks the commit.
 */
export async function parentsOf(
  git: Git,
  oid: string,
): Promise<readonly string[] | RepositoryProblem> {
  if (!isObjectId(oid)) return unknownName(oid);
  const outcome = await runGit(git, ["cat-file", "commit", oid]);
  if (outcome.ended !== "exit" || outcome.exitCode !== 0) return missing(oid);
  // The headers end at the first empty line; a message may hold lines that look like them.
  const [headers = ""] = outcome.stdout.toString("latin1").split("\n\n", 1);
  return [...headers.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? "");
}

/**
 * The merge base of two commits by this clone's history; `null` where they have none, where a commit
 * is missing, and where history is cut off between them and the answer, so that a nearer one may hide.
 */
export async function mergeBase(git: Git, one: string, other: string): Promise<string | null> {
  if (!isObjectId(one) || !isObjectId(other)) return null;
  const outcome = await runGit(git, ["merge-base", one, other]);
  const found = outcome.stdout.toString("latin1").trim();
  if (outcome.exitCode !== 0 || !isObjectId(found)) return null;
  if (git.shallowFile === null) return found;
  return (await isCutOff(git, git.shallowFile, [one, other], found)) ? null : found;
}

/** Whether history is cut off at a commit that is reachable from `tips` but not from `base`. */
async function isCutOff(
  git: Git,
  shallowFile: string,
  tips: readonly string[],
  base: string,
): Promise<boolean> {
  const between = await runGit(git, ["rev-list", ...tips, `^${base}`]);
  if (between.ended !== "exit" || between.exitCode !== 0) return true;
  const cuts = await readFile(shallowFile, "latin1").catch(() => null);
  // Fetching to the full depth removes the file.
  if (cuts === null) return false;
  const ends = new Set(cuts.split("\n").filter(Boolean));
  return between.stdout
    .toString("latin1")
    .split("\n")
    .some((oid) => ends.has(oid));
}
