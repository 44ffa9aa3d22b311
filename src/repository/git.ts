import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type BlobStore, createBlobStore } from "./blobs.ts";
import { gitEnvironment } from "./git-environment.ts";
import { complaint, type GitOutcome, type GitPlace, runGit } from "./git-process.ts";
import { isProblem, quoted, type RepositoryProblem, unavailable, usageProblem } from "./problem.ts";

/** A repository that git can read. */
export type Git = GitPlace & {
  /** The top-level folder of the working tree; `null` for a bare repository. */
  readonly topLevel: string | null;
  readonly objectFormat: "sha1" | "sha256";
  /** History is cut off somewhere: the ids of its last commits stand in this file. */
  readonly shallowFile: string | null;
  readonly blobs: BlobStore;
};

/** Object ids as git writes them: 40 hexadecimal digits, or 64 under sha256. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/**
 * Open the repository that a folder lies in.
 *
 * @param environment what git is given of the environment: see `gitEnvironment`.
 * @returns a problem where there is no folder, no git, no repository, or one that git distrusts.
 */
export async function openGit(
  folder: string,
  environment: Readonly<Record<string, string>> = gitEnvironment(process.env),
): Promise<Git | RepositoryProblem> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    return usageProblem(
      "no-such-folder",
      `There is no folder ${quoted(folder)}; name one that exists.`,
    );
  }
  const place = { folder, environment };
  // git-rev-parse(1) answers in the order asked. The top level comes last: a bare repository has none,
  // and it is then all that fails.
  const outcome = await runGit(place, [
    "rev-parse",
    "--path-format=absolute",
    "--show-object-format",
    "--is-shallow-repository",
    "--git-path",
    "objects/pack",
    "--git-path",
    "shallow",
    "--show-toplevel",
  ]);
  const answers = outcome.stdout.toString("utf8").split("\n").slice(0, -1);
  const [objectFormat, shallow, packs, shallowFile, topLevel = null] = answers;
  if (answers.length < 4 || (topLevel === null && !/work tree/.test(outcome.stderr))) {
    return openProblem(folder, outcome);
  }
  if (
    answers.length > 5 ||
    (objectFormat !== "sha1" && objectFormat !== "sha256") ||
    packs === undefined ||
    shallowFile === undefined
  ) {
    return unavailable(
      "git-too-old",
      `git did not understand a question about ${quoted(folder)}; git 2.31 or newer is needed, and a folder without line breaks in its name.`,
    );
  }
  const home = { folder: topLevel ?? folder, environment };
  return {
    ...home,
    topLevel,
    objectFormat,
    shallowFile: shallow === "true" ? shallowFile : null,
    blobs: createBlobStore(home, packs),
  };
}

function openProblem(folder: string, outcome: GitOutcome): RepositoryProblem {
  const where = quoted(folder);
  if (outcome.ended === "missing") {
    return unavailable("git-missing", "git was not found; install git and put it on the PATH.");
  }
  if (/dubious ownership/.test(outcome.stderr)) {
    return unavailable(
      "dubious-ownership",
      `git distrusts ${where} because another user owns it; run ${quoted(`git config --global --add safe.directory ${resolve(folder)}`)} first.`,
    );
  }
  if (/not a git repository/.test(outcome.stderr)) {
    return unavailable(
      "not-a-repository",
      `${where} is not in a git repository; check one out first (actions/checkout), or name its folder.`,
    );
  }
  if (/unknown option|usage: git/.test(outcome.stderr)) {
    return unavailable("git-too-old", "This git is too old; install git 2.31 or newer.");
  }
  return unavailable("git-failed", `git cannot open ${where}: ${complaint(outcome)}.`);
}

/** Git, where opening it went well; else nothing. */
export function gitOrNull(git: Git | RepositoryProblem | null): Git | null {
  return git === null || isProblem(git) ? null : git;
}
