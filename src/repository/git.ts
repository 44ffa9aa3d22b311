import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type BlobStore, createBlobStore } from "./blobs.ts";
import { gitEnvironment } from "./git-environment.ts";
import { complaint, type GitOutcome, type GitPlace, runGit } from "./git-process.ts";
import { homeOf, isTrusted, lendersOf } from "./lenders.ts";
import { isElsewhere, isEmbedded, runsProgram, sendsHeader, settingsOf } from "./local-config.ts";
import { isProblem, quoted, type RepositoryProblem, unavailable, usageProblem } from "./problem.ts";

/** A repository that git can read. */
export type Git = GitPlace & {
  /** The top-level folder of the working tree; `null` for a bare repository. */
  readonly topLevel: string | null;
  readonly objectFormat: "sha1" | "sha256";
  /** History is cut off somewhere: the ids of its last commits stand in this file. */
  readonly shallowFile: string | null;
  /** The folder of its packs. */
  readonly packs: string;
  readonly blobs: BlobStore;
  /** Why nothing is fetched with this repository's configuration; `null` where it may be. */
  readonly distrusted: RepositoryProblem | null;
};

/** Object ids as git writes them: 40 hexadecimal digits, or 64 under sha256. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/**
 * git-rev-parse(1) answers in the order asked. The top level comes last: a bare repository has none, and it
 * is then all that fails.
 */
const QUESTIONS: readonly string[] = [
  "rev-parse",
  "--path-format=absolute",
  "--show-object-format",
  "--is-shallow-repository",
  "--git-path",
  "objects/pack",
  "--git-path",
  "shallow",
  "--absolute-git-dir",
  "--show-toplevel",
];

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
  const [outcome, configured] = await Promise.all([
    runGit(place, QUESTIONS),
    runGit(place, ["config", "--null", "--show-scope", "--list"], { maximumBytes: 4 << 20 }),
  ]);
  const answers = outcome.stdout.toString("utf8").split("\n").slice(0, -1);
  const [objectFormat, shallow, packs, shallowFile, gitDir, topLevel = null] = answers;
  if (answers.length < 5 || (topLevel === null && !/work tree/.test(outcome.stderr))) {
    return openProblem(folder, outcome);
  }
  if (
    answers.length > 6 ||
    (objectFormat !== "sha1" && objectFormat !== "sha256") ||
    packs === undefined ||
    shallowFile === undefined ||
    gitDir === undefined ||
    configured.ended !== "exit" ||
    configured.exitCode !== 0
  ) {
    return unavailable(
      "git-too-old",
      `git did not understand a question about ${quoted(folder)}; git 2.31 or newer is needed, and a folder without line breaks in its name.`,
    );
  }
  const listing = configured.stdout.toString("utf8");
  const settings = settingsOf(listing, "own");
  if (isEmbedded(gitDir) || isElsewhere(settings, topLevel)) {
    return unavailable(
      "embedded-repository",
      `${quoted(folder)} lies in a repository within the files of another one, or its files lie elsewhere; name the folder of the outer one, or take ${quoted(gitDir)} away.`,
    );
  }
  const user = settingsOf(listing, "user");
  const lender = lendersOf(dirname(shallowFile)).find((one) => !isTrusted(one, user));
  if (lender !== undefined) return borrowedProblem(folder, lender);
  const distrusted = distrust(runsProgram(settings, topLevel ?? gitDir));
  const home = {
    folder: topLevel ?? folder,
    // Also what git would fetch by itself, for a partial clone, is then refused: git(1).
    environment: distrusted === null ? environment : { ...environment, GIT_ALLOW_PROTOCOL: "" },
    config: sendsHeader(listing) ? NO_REDIRECTS : [],
  };
  return {
    ...home,
    distrusted,
    topLevel,
    objectFormat,
    shallowFile: shallow === "true" ? shallowFile : null,
    packs,
    blobs: createBlobStore(home, packs),
  };
}

/** git sends such a header, in which actions/checkout keeps the token, to wherever the server redirects it. */
const NO_REDIRECTS: readonly string[] = ["http.followRedirects=false"];

function borrowedProblem(folder: string, lender: string): RepositoryProblem {
  return unavailable(
    "borrowed-objects",
    `${quoted(folder)} borrows objects from ${quoted(lender)}, and nothing is read that a repository only points at; if you trust it, run ${quoted(`git config --global --add safe.directory ${homeOf(lender)}`)}, or make this clone a whole one: ${quoted("git repack -a -d")}, then remove ${quoted(".git/objects/info/alternates")}.`,
  );
}

function distrust(key: string | null): RepositoryProblem | null {
  if (key === null) return null;
  return unavailable(
    "distrusted-configuration",
    `The repository's own configuration has git run a program when it fetches (${quoted(key)}), so nothing is fetched; if you trust it, set it with ${quoted("git config --global")}, or fetch the commits before.`,
  );
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
