import { gitEnvironment } from "./git-environment.ts";
import { complaint, runGit } from "./git-process.ts";
import { type RepositoryProblem, unavailable } from "./problem.ts";

export type NewCommit = {
  readonly message: string;
  /** What the commit writes over the one before it: path and text. */
  readonly files: readonly (readonly [path: string, text: string])[];
};

/**
 * A new repository in an empty folder, with one commit after the other on `main` and nothing checked
 * out. The same commits give the same object ids everywhere.
 *
 * @returns the ids of the commits, in order
 */
export async function writeHistory(
  folder: string,
  commits: readonly NewCommit[],
): Promise<readonly string[] | RepositoryProblem> {
  const place = { folder, environment: gitEnvironment(process.env) };
  const made = await runGit(place, ["init", "--quiet", "--object-format=sha1", "--template="]);
  if (made.ended === "missing") {
    return unavailable("git-missing", "git was not found; install git and put it on the PATH.");
  }
  // git-fast-import(1): marks name the commits, and `get-mark` answers with their ids.
  // One pack is written faster than the objects one by one, and nobody needs it to outlive a crash.
  const imported = await runGit(place, ["fast-import", "--quiet", "--done"], {
    config: ["fastimport.unpackLimit=1", "core.fsync=none"],
    input: `${commits.map(commitCommand).join("")}done\n`,
  });
  const ids = imported.stdout.toString("latin1").trim().split("\n");
  if (made.exitCode !== 0 || imported.exitCode !== 0 || ids.length !== commits.length) {
    const failed = made.exitCode === 0 ? imported : made;
    return unavailable("git-failed", `git cannot make a repository: ${complaint(failed)}.`);
  }
  return ids;
}

function commitCommand({ message, files }: NewCommit, index: number): string {
  const mark = `:${index + 1}`;
  const who = `availability-gate <demo@example.com> ${1_700_000_000 + index} +0000`;
  const changes = files.map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`).join("");
  const from = index === 0 ? "" : `from :${index}\n`;
  return `commit refs/heads/main\nmark ${mark}\ncommitter ${who}\n${data(message)}${from}${changes}\nget-mark ${mark}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text, "utf8")}\n${text}\n`;
}
