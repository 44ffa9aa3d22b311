import { onceStopped } from "./at-end.ts";
import { type Git, isObjectId } from "./git.ts";
import { complaint, type GitOutcome, runGit } from "./git-process.ts";
import { leftPacks } from "./left-packs.ts";
import { quoted, type RepositoryProblem, unavailable, usageProblem } from "./problem.ts";

const FETCH_TIMEOUT_MS = 120_000;

/** Only objects come: no ref, no `FETCH_HEAD`, nothing of submodules, nothing tidied up. git-fetch(1). */
const ONLY_OBJECTS: readonly string[] = [
  "--no-tags",
  "--no-write-fetch-head",
  "--no-auto-maintenance",
  "--no-write-commit-graph",
  "--recurse-submodules=no",
  "--refmap=",
];

/** A connection that stalls is given up: less than 1 kB a second for 30 seconds. */
export const STALLED: readonly string[] = ["http.lowSpeedLimit=1000", "http.lowSpeedTime=30"];

/**
 * Fetch exactly these commits by object id. The depth is given only where the clone is shallow already:
 * elsewhere it would cut off the user's history.
 *
 * @returns `null` when done; else a problem with the remedy.
 */
export async function fetchCommits(
  git: Git,
  oids: readonly string[],
  remote = "origin",
  timeoutMs = FETCH_TIMEOUT_MS,
): Promise<RepositoryProblem | null> {
  const wrong = oids.find((oid) => !isObjectId(oid));
  if (wrong !== undefined) {
    return usageProblem(
      "not-an-id",
      `${quoted(wrong)} is not a full object id; name one to fetch.`,
    );
  }
  if (!isRemoteName(remote)) return badRemote(remote);
  if (oids.length === 0) return null;
  if (git.distrusted !== null) return git.distrusted;
  const depth = git.shallowFile === null ? [] : ["--depth=1"];
  const removeLeft = leftPacks(git.packs);
  const forget = onceStopped(removeLeft);
  const outcome = await runGit(git, ["fetch", ...ONLY_OBJECTS, ...depth, remote, ...oids], {
    config: STALLED,
    timeoutMs,
  });
  forget();
  if (outcome.ended === "exit" && outcome.exitCode === 0) return null;
  removeLeft();
  return fetchProblem(outcome, remote);
}

/** A name, and neither an option nor a URL: what a URL may do is for the repository's configuration to say. */
export function isRemoteName(remote: string): boolean {
  return /^[A-Za-z0-9_][\w./-]*$/.test(remote);
}

export function badRemote(remote: string): RepositoryProblem {
  return usageProblem("no-remote", `${quoted(remote)} cannot name a remote; say e.g. \`origin\`.`);
}

/** Why a remote did not answer, from what git says. */
export function fetchProblem(outcome: GitOutcome, remote: string): RepositoryProblem {
  const why = complaint(outcome);
  if (outcome.ended === "overflow") {
    return unavailable(
      "fetch-failed",
      `${quoted(remote)} does not come to an end with its answer; look at what its URL leads to, or use \`fetch-depth: 0\`.`,
    );
  }
  if (outcome.ended === "timeout") {
    return unavailable(
      "fetch-timeout",
      `Fetching from ${quoted(remote)} did not end in time; fetch the commits before, e.g. with \`fetch-depth: 0\`.`,
    );
  }
  if (
    /terminal prompts disabled|could not read (Username|Password)|Authentication failed|Permission denied|returned error: 40[13]/i.test(
      outcome.stderr,
    )
  ) {
    return unavailable(
      "fetch-denied",
      `${quoted(remote)} refused a fetch (${why}); leave \`persist-credentials\` of actions/checkout on with \`contents: read\`, or use \`fetch-depth: 0\`.`,
    );
  }
  if (/returned error: 30\d/i.test(outcome.stderr)) {
    return unavailable(
      "fetch-redirected",
      `${quoted(remote)} redirects a fetch (${why}), and who asks is told to nobody else; name its new address with ${quoted("git remote set-url")}, or use \`fetch-depth: 0\`.`,
    );
  }
  if (/not our ref|unadvertised object|couldn't find remote ref/i.test(outcome.stderr)) {
    return unavailable(
      "commit-not-on-remote",
      `${quoted(remote)} does not have the commit (${why}); push it, or check its id.`,
    );
  }
  if (/does not appear to be a git repository|No such remote/i.test(outcome.stderr)) {
    return unavailable(
      "no-remote",
      `There is nothing to fetch from at ${quoted(remote)} (${why}); fetch the commits before, e.g. with \`fetch-depth: 0\`.`,
    );
  }
  return unavailable(
    "fetch-failed",
    `Fetching from ${quoted(remote)} failed (${why}); try again, or use \`fetch-depth: 0\`.`,
  );
}
