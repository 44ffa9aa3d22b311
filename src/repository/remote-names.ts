import { resolveCommit } from "./commits.ts";
import { badRemote, fetchProblem, isRemoteName, STALLED } from "./fetch.ts";
import type { Git } from "./git.ts";
import { runGit } from "./git-process.ts";
import { isProblem, quoted, type RepositoryProblem, unavailable, usageProblem } from "./problem.ts";

/**
 * The commit of a name: in the clone, else as the remote has it now. A checkout of depth 1 knows no
 * branch but its own, and a workflow's inputs name others.
 */
export async function findCommit(
  git: Git,
  name: string,
  remote = "origin",
): Promise<string | RepositoryProblem> {
  const local = await resolveCommit(git, name, remote);
  if (!isProblem(local) || local.code !== "unknown-ref" || !isRefName(name)) return local;
  const asked = await askRemote(git, name, remote);
  if (asked === null) return local;
  if (!isProblem(asked) || asked.code === "ambiguous-ref") return asked;
  // A name that was mistyped should not read as a fault of the network, nor the other way round.
  return asked.code === "no-remote"
    ? local
    : unavailable(asked.code, `${local.message} ${asked.message}`);
}

/** Of names that were asked for, each once: 1 MiB. */
const MOST_ANSWER = 1 << 20;

/** Only what git-check-ref-format(1) allows can be on the remote; `*` would be a pattern there. */
function isRefName(name: string): boolean {
  return name !== "" && !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.lock$|\.$/u.test(name);
}

/** @returns `null` where the remote does not have the name. */
async function askRemote(
  git: Git,
  name: string,
  remote: string,
): Promise<string | RepositoryProblem | null> {
  if (!isRemoteName(remote)) return badRemote(remote);
  if (git.distrusted !== null) return git.distrusted;
  const full = name.startsWith("refs/") ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`];
  // `^{}`: the commit that an annotated tag stands for.
  const outcome = await runGit(
    git,
    ["ls-remote", remote, ...full, ...full.map((ref) => `${ref}^{}`)],
    { config: STALLED, maximumBytes: MOST_ANSWER },
  );
  if (outcome.ended !== "exit" || outcome.exitCode !== 0) return fetchProblem(outcome, remote);
  const found = new Map<string, string>();
  for (const line of outcome.stdout.toString("utf8").split("\n")) {
    const [id = "", ref = ""] = line.split("\t");
    found.set(ref, id);
  }
  const ids = full.flatMap((ref) => found.get(`${ref}^{}`) ?? found.get(ref) ?? []);
  if (ids.length < 2) return ids[0] ?? null;
  return usageProblem(
    "ambiguous-ref",
    `${quoted(name)} is both a branch and a tag of ${quoted(remote)}; say ${quoted(`refs/heads/${name}`)} or ${quoted(`refs/tags/${name}`)}.`,
  );
}
